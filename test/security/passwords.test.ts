import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type HashingLoad, hashingLoad } from '../support/metrics.ts';
import {
  type Account,
  loggedIn,
  logIn,
  registered,
  type Service,
  startWithProductionHashing,
  verified,
} from '../support/service.ts';
import { until } from '../support/until.ts';

const storedHash = async (service: Service, id: number): Promise<string> =>
  String((await service.db.one('SELECT password_hash FROM users WHERE id = $1', [id]))?.password_hash);

const store = (service: Service, id: number, storedAs: string) =>
  service.db.one('UPDATE users SET password_hash = $2 WHERE id = $1', [id, storedAs]);

const WEAK = { memoryCost: 4096, timeCost: 1, parallelism: 1 };
const seed = async (service: Service, id: number, password: string, parameters = WEAK): Promise<void> => {
  await store(service, id, await hash(password, parameters));
};

const QUEUE_OF_TWO = { HASH_CONCURRENCY: '1', HASH_QUEUE: '2' };
/** Takes four times as long to check as a hash of the service's own. */
const SLOW = { memoryCost: 19_456, timeCost: 8, parallelism: 1 };

/**
 * Logs in with an outdated hash while others of the same client fill the queue, and another client takes the place that
 * hashing anew has got.
 */
async function logInWithFullQueue(service: Service, account: Account, other: Account) {
  const send = ({ email, password }: Pick<Account, 'email' | 'password'>, from: string) =>
    service.request('POST', '/api/login', { body: { email, password }, headers: { 'x-forwarded-for': from } });
  const guess = (at: number, from: string) => send({ email: `nobody${at}@example.com`, password: 'Wrong-1-x' }, from);
  const before = await storedHash(service, account.id);
  const { done } = await hashingLoad(service);

  let isAnswered = false;
  const login = send(account, '192.0.2.1').finally(() => {
    isAnswered = true;
  });
  const reaches = (what: string, isSo: (load: HashingLoad) => boolean) =>
    until(what, async () => isAnswered || isSo(await hashingLoad(service)));
  await reaches('the password is being checked', ({ running }) => running === 1);
  const guesses = [guess(1, '192.0.2.1'), guess(2, '192.0.2.1')];
  await reaches('two guesses wait', ({ waiting }) => waiting === 2);
  const refused = await send(other, '192.0.2.1');
  await reaches('hashing anew waits behind a guess', (load) => load.done > done && load.waiting === 2);
  const [{ status, text }] = await Promise.all([login, guess(3, '198.51.100.1'), ...guesses]);
  assert.equal(status, 200, text);
  return { isKept: (await storedHash(service, account.id)) === before, isOtherRefused: refused.status === 503 };
}

describeOnBothDatabases('stored passwords', (kind) => {
  it('are argon2id of at least 19 MiB, two passes and one lane, each with a salt of its own', async (t) => {
    const service = await startWithProductionHashing(t, kind);
    const hashes = [];
    for (let i = 0; i < 2; i += 1) hashes.push(await storedHash(service, (await registered(service)).id));
    for (const one of hashes) {
      assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    }
    assert.equal(new Set(hashes).size, 2);
  });

  it('are hashed anew at login when they were hashed with less, or with more lanes', async (t) => {
    const service = await startWithProductionHashing(t, kind);
    const account = await verified(service);
    for (const parameters of [WEAK, { memoryCost: 19_456, timeCost: 2, parallelism: 2 }]) {
      await seed(service, account.id, account.password, parameters);
      await logIn(service, account);
      assert.match(await storedHash(service, account.id), /m=19456,t=2,p=1/);
      await logIn(service, account);
    }
  });

  it('are not put back by a login that hashes anew while they are being changed', async (t) => {
    const service = await startWithProductionHashing(t, kind);
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

  // Decided by the hash, whatever the database.
  if (kind === 'postgres') return;

  it('that nobody can read are wrong, at login and as current password, with one line in the log', async (t) => {
    const service = await startWithProductionHashing(t, kind);
    const { id, email, password, accessToken: token } = await loggedIn(service);
    const broken = [
      '',
      '!',
      '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
      '$argon2id$v=19$m=19456,t=2,p=1$QN+rorUI7fF5GY7iCNCZZg',
      '$argon2id$v=19$m=1,t=0,p=1$QN+rorUI7fF5GY7iCNCZZg$uxetIpHdIilc1K1bjOOpIrlAg3xAXme2TOdCiu3TN0M',
    ];
    for (const storedAs of broken) {
      await store(service, id, storedAs);
      const said = service.logLines.length;
      const login = await service.request('POST', '/api/login', { body: { email, password } });
      assert.deepEqual([login.status, login.message], [401, 'Invalid credentials'], storedAs);
      const body = { current_password: password, new_password: 'Another-one-1' };
      const change = await service.request('POST', '/api/change-password', { token, body });
      assert.deepEqual([change.status, change.message], [401, 'Current password is incorrect'], storedAs);
      const lines = service.logLines.slice(said).map((line) => JSON.parse(line));
      const complaints = lines.filter(({ msg }) => msg.includes('cannot be read'));
      assert.deepEqual(
        complaints.map(({ level, userId, err }) => [level, userId, err]),
        [1, 2].map(() => [50, id, undefined]),
      );
      if (storedAs.length > 1) assert.ok(!lines.some((line) => JSON.stringify(line).includes(storedAs)));
    }
  });

  it('stay as they are when there is no room to hash anew, and the login succeeds all the same', async (t) => {
    const service = await startWithProductionHashing(t, kind, { ...QUEUE_OF_TWO, TRUST_PROXY: '127.0.0.1' });
    const account = await verified(service);
    const other = await loggedIn(service);
    let outcome = { isKept: false, isOtherRefused: false };
    // On a busy machine a moment may be missed, and the round then shows nothing.
    for (let round = 0; round < 50 && !(outcome.isKept && outcome.isOtherRefused); round += 1) {
      await seed(service, account.id, account.password, SLOW);
      outcome = await logInWithFullQueue(service, account, other);
    }
    assert.deepEqual(outcome, { isKept: true, isOtherRefused: true });
    // Whoever was refused still has the session from before.
    const body = { refresh_token: other.refreshToken };
    assert.equal((await service.request('POST', '/api/refresh', { body })).status, 200);
  });
});
