import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { describeOnBothDatabases } from '../support/databases.ts';
import { loggedIn, logIn, registered, type Service, startService, verified } from '../support/service.ts';

const storedHash = async (service: Service, id: number): Promise<string> =>
  String((await service.db.one('SELECT password_hash FROM users WHERE id = $1', [id]))?.password_hash);

const seed = async (service: Service, id: number, password: string): Promise<void> => {
  const weak = await hash(password, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
  await service.db.one('UPDATE users SET password_hash = $2 WHERE id = $1', [id, weak]);
};

describeOnBothDatabases('stored passwords', (kind) => {
  it('are argon2id of at least 19 MiB, two passes and one lane, each with a salt of its own', async (t) => {
    const service = await startService(t, kind);
    const hashes = [];
    for (let i = 0; i < 2; i += 1) hashes.push(await storedHash(service, (await registered(service)).id));
    for (const one of hashes) {
      assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    }
    assert.equal(new Set(hashes).size, 2);
  });

  it('are hashed anew at login when they were hashed with less', async (t) => {
    const service = await startService(t, kind);
    const account = await verified(service);
    await seed(service, account.id, account.password);
    await logIn(service, account);
    assert.match(await storedHash(service, account.id), /m=19456,t=2,p=1/);
    await logIn(service, account);
  });

  it('stay as they are when there is no room to hash anew, and the login succeeds all the same', async (t) => {
    const service = await startService(t, kind, { HASH_CONCURRENCY: '1', HASH_QUEUE: '1' });
    const session = await loggedIn(service);
    let refreshToken = session.refreshToken;
    let flooding = true;
    const crowd = Array.from({ length: 8 }, async (_, i) => {
      const body = { email: `nobody${i}@example.com`, password: 'Wrong-1-x' };
      while (flooding) await service.request('POST', '/api/login', { body });
    });
    for (let logins = 0; logins < 5; ) {
      await seed(service, session.id, session.password);
      const { email, password } = session;
      const answer = await service.request('POST', '/api/login', { body: { email, password } });
      if (answer.status === 200) {
        logins += 1;
        refreshToken = String(answer.data.refresh_token);
      } else {
        assert.equal(answer.status, 503, answer.text);
      }
      // Whoever was refused still has the session from before.
      const refreshed = await service.request('POST', '/api/refresh', { body: { refresh_token: refreshToken } });
      assert.equal(refreshed.status, 200, refreshed.text);
    }
    flooding = false;
    await Promise.all(crowd);
  });

  it('are not put back by a login that hashes anew while they are being changed', async (t) => {
    const service = await startService(t, kind);
    const session = await loggedIn(service);
    for (let round = 0; round < 5; round += 1) {
      const [current, next] =
        round % 2 === 0 ? [session.password, 'Another-one-1'] : ['Another-one-1', session.password];
      await seed(service, session.id, current);
      const body = { current_password: current, new_password: next };
      const [change] = await Promise.all([
        service.request('POST', '/api/change-password', { token: session.accessToken, body }),
        service.request('POST', '/api/login', { body: { email: session.email, password: current } }),
      ]);
      assert.equal(change?.status, 200, change?.text);
      await logIn(service, { email: session.email, password: next });
    }
  });
});
