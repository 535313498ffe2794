import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OptionValues } from '../../src/cli/framework/command-options.ts';
import { deleteExpiredRows } from '../../src/store/tables/delete-expired-rows.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { auditRecords, reinstate, removeUser, suspend } from '../support/operator.ts';
import {
  loggedIn,
  logIn,
  registered,
  resetToken,
  type Service,
  startService,
  verificationToken,
  verified,
} from '../support/service.ts';

const DAY_MS = 86_400_000;

const auditOf = (service: Service, options?: OptionValues) => auditRecords(service.db, options);

describeOnBothDatabases('the audit trail', (kind) => {
  it('has every security event, with time, account, address and user agent', async (t) => {
    const service = await startService(t, kind, { MAX_FAILED_LOGINS: '3' });
    const { email, password, accessToken: token } = await loggedIn(service);
    const post = (path: string, body: object, bearer?: string) =>
      service.request('POST', path, { body, token: bearer, headers: { 'user-agent': 'Browser/1\x9b2J' } });

    await post('/api/reauthenticate', { password: 'Wrong-one-1' }, token);
    await post('/api/reauthenticate', { password }, token);
    await post('/api/change-password', { current_password: 'Wrong-one-1', new_password: 'Changed-it-1' }, token);
    await post('/api/change-password', { current_password: password, new_password: 'Changed-it-1' }, token);
    await post('/api/reset-password', { new_password: 'Another-one-1' }, await resetToken(service, email));
    await post('/api/login', { email, password: 'Wrong-one-1' });
    await post('/api/login', { email, password: 'Wrong-one-1' });
    await suspend(service, email);
    await reinstate(service, email);

    const events = await auditOf(service, { user: email });
    assert.deepEqual(
      events.map(({ event }) => event),
      [
        'registered',
        'verified',
        'logged_in',
        'reauthentication_failed',
        'reauthenticated',
        'password_change_failed',
        'password_changed',
        'reset_asked',
        'reset_done',
        'login_failed',
        'throttled',
        'suspended',
        'reinstated',
      ],
    );
    for (const one of events) {
      assert.equal(one.email, email);
      assert.ok(Math.abs(Date.parse(one.time) - Date.now()) < 60_000);
    }
    const failed = events.find(({ event }) => event === 'login_failed');
    assert.deepEqual([failed?.address, failed?.user_agent], ['127.0.0.1', 'Browser/1?2J']);
    assert.equal(events.at(-1)?.address, null);
    const byOthers = events.filter(({ actor }) => actor !== null).map(({ event, actor }) => [event, actor]);
    assert.deepEqual(byOthers, [
      ['suspended', 'operator'],
      ['reinstated', 'operator'],
    ]);
  });

  it('has a logout once, however often it is asked for', async (t) => {
    const service = await startService(t, kind);
    const { email, refreshToken } = await loggedIn(service);
    const body = { refresh_token: refreshToken };
    const answers = await Promise.all([1, 2, 3].map(() => service.request('POST', '/api/logout', { body })));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const logouts = await auditOf(service, { user: email, event: 'logged_out' });
    assert.deepEqual(
      logouts.map(({ address, actor }) => [address, actor]),
      [['127.0.0.1', null]],
    );
  });

  it('names MAX_SESSIONS as the actor where a login ends the session that was unused the longest', async (t) => {
    const service = await startService(t, kind, { SESSIONS: 'many', MAX_SESSIONS: '2' });
    const ada = await loggedIn(service);
    await logIn(service, ada);
    assert.deepEqual(await auditOf(service, { event: 'session_ended' }), []);
    await logIn(service, ada);
    const [ended, ...others] = await auditOf(service, { event: 'session_ended' });
    assert.deepEqual([ended?.email, ended?.actor, others.length], [ada.email, 'MAX_SESSIONS', 0]);
  });

  it('records what was tried at addresses that nobody has, without the address', async (t) => {
    const service = await startService(t, kind);
    const email = 'nobody@example.com';
    await service.request('POST', '/api/login', { body: { email, password: 'Wrong-one-1' } });
    await service.request('POST', '/api/forgot-password', { body: { email } });
    const events = await auditOf(service);
    assert.deepEqual(
      events.map(({ event, user_id }) => [event, user_id]),
      [
        ['login_failed', null],
        ['reset_asked', null],
      ],
    );
    assert.ok(!JSON.stringify(events).includes('nobody'));
  });

  it('says nothing of what was refused or undone', async (t) => {
    const service = await startService(t, kind);
    const { email } = await registered(service);
    await service.request('POST', '/api/register', { body: { full_name: 'x', email } });
    const token = await verificationToken(service, email);
    await service.request('POST', '/api/verify', { token });
    await service.request('POST', '/api/verify', { token });
    assert.deepEqual(
      (await auditOf(service)).map(({ event }) => event),
      ['registered', 'verified'],
    );
  });

  it('can be added to but not changed, and outlives the account', async (t) => {
    const service = await startService(t, kind);
    const { id } = await verified(service);
    await assert.rejects(service.db.one("UPDATE audit_events SET event = 'logged_in'"), /cannot be changed/);
    await removeUser(service, id);
    assert.deepEqual(
      (await auditOf(service)).map((one) => [one.event, one.user_id, one.email]),
      [
        ['registered', id, null],
        ['verified', id, null],
      ],
    );
  });

  it('is kept as long as AUDIT_RETENTION says', async (t) => {
    const service = await startService(t, kind);
    await registered(service);
    await service.clock.advance(29 * DAY_MS);
    const { email } = await registered(service);
    await service.clock.advance(2 * DAY_MS);
    await deleteExpiredRows(service.db, 30 * DAY_MS);
    assert.deepEqual(
      (await auditOf(service)).map((one) => one.email),
      [email],
    );
    assert.deepEqual(await auditOf(service, { since: '24h' }), []);
  });

  it('shows what is as recent as --since says, and nothing older', async (t) => {
    const service = await startService(t, kind);
    const older = await registered(service);
    await service.clock.advance(2 * DAY_MS);
    const newer = await registered(service);
    await service.clock.advance(DAY_MS / 2);
    const since = async (span: string) => (await auditOf(service, { since: span })).map(({ email }) => email);
    assert.deepEqual(await since('24h'), [newer.email]);
    assert.deepEqual(await since('1d'), [newer.email]);
    assert.deepEqual(await since('1440m'), [newer.email]);
    assert.deepEqual(await since('3d'), [older.email, newer.email]);
    assert.deepEqual(await since('11h'), []);
  });
});
