import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { BOUNDS } from '../../src/declare/event.ts';
import { AUDIT_EVENTS, type AuditEvent } from '../../src/store/audit/event-types.ts';
import { KEPT } from '../../src/store/audit/record.ts';
import { EMAIL_KINDS, enqueue } from '../../src/store/queues/outbox.ts';
import { KINDS, SENT_EACH_HOUR } from '../../src/store/tables/email-kinds.ts';
import { addApp, codeOfApp } from '../support/authenticator.ts';
import type { Answer } from '../support/client.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { linked, sharedTicket } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { addOpenIdApp, Browser, OPENID } from '../support/openid.ts';
import { type Authenticator, addPasskey, loginOptions, postPasskey, withPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { type Account, type Service, verified } from '../support/service.ts';

const SETTINGS = {
  ...OPENID,
  ...SHARED_PROVIDER.settings,
  DATA_KEYS: 'one:first-key-of-the-tests-7d1c0b9a52',
  SESSIONS: 'many',
  MAX_SESSIONS: '2',
  REFRESH_ROTATION: 'on',
  DELETION_GRACE: '1d',
};
const HOUR_MS = 3_600_000;
const { events: KEPT_EACH_HOUR } = KEPT.counted;
/** More than are kept as they are. */
const TIMES = KEPT_EACH_HOUR + 3;

/** An account that needs no password any more: nothing that it does costs it a hash. */
interface Owner extends Account {
  readonly passkey: Authenticator;
}

function expect<Data>(answer: Answer<Data>, status: number): Data {
  assert.equal(answer.status, status, answer.text);
  return answer.data;
}
const logInAgain = async (service: Service, { passkey }: Owner) => expect(await postPasskey(service, passkey), 200);

async function replayedRefresh(service: Service, owner: Owner): Promise<void> {
  const { refresh_token: first } = await logInAgain(service, owner);
  const refresh = (refresh_token: string | undefined) =>
    service.request('POST', '/api/refresh', { body: { refresh_token } });
  const second = expect(await refresh(first), 200).refresh_token;
  expect(await refresh(second), 200);
  expect(await refresh(first), 401);
}

async function appAndBack(service: Service, _: Owner, token: string): Promise<void> {
  const { secret } = expect(await service.request('POST', '/api/me/totp', { token }), 201);
  const code = codeOfApp(secret, service.clock.nowMs());
  expect(await service.request('POST', '/api/me/totp/confirm', { token, body: { code } }), 200);
  expect(await service.request('POST', '/api/me/recovery-codes', { token }), 200);
  expect(await service.request('DELETE', '/api/me/totp', { token }), 200);
}

async function passkeyAndBack(service: Service, owner: Owner, token: string): Promise<void> {
  await addPasskey(service, token);
  const { passkeys } = expect(await service.request('GET', '/api/me/passkeys', { token }), 200);
  const added = passkeys.find((one) => one.credential_id !== owner.passkey.id);
  expect(await service.request('DELETE', `/api/me/passkeys/${added?.id}`, { token }), 200);
}

/** A provider confirms who it is, which costs no hash. */
async function wrongCode(service: Service, owner: Owner, token: string): Promise<void> {
  const who = { sub: owner.email };
  if ((await service.request('GET', '/api/me/security', { token })).data.totp === false) {
    const ticket = await sharedTicket(service, who, token);
    expect(await service.request('POST', '/api/me/identities', { token, body: { ticket } }), 201);
    await addApp(service, owner, token);
  }
  const body = { ticket: await sharedTicket(service, who), code: 'AAAA-BBBB-CCCC' };
  expect(await service.request('POST', '/api/login/identity', { body }), 401);
}

async function identityAndBack(service: Service, _owner: Owner, token: string): Promise<void> {
  const id = await linked(service, { accessToken: token });
  expect(await service.request('DELETE', `/api/me/identities/${id}`, { token }), 200);
}

async function deletionAndBack(service: Service, owner: Owner): Promise<void> {
  const { access_token: token } = await logInAgain(service, owner);
  expect(await service.request('POST', '/api/me/delete', { token }), 200);
  await logInAgain(service, owner);
}

/** An app that asks for consent, of each service. */
const appsToAllow = new WeakMap<Service, ReturnType<typeof addOpenIdApp>>();

async function consentAndBack(service: Service, owner: Owner, token: string): Promise<void> {
  const adding = appsToAllow.get(service) ?? addOpenIdApp(service, { firstParty: false });
  appsToAllow.set(service, adding);
  const app = await adding;
  const session = { ...owner, accessToken: token, refreshToken: '' };
  const browser = new Browser(service);
  await browser.authorize(await browser.answer(await browser.begin(app), session, {}), session);
  expect(await service.request('DELETE', `/api/me/apps/${app.id}`, { token }), 200);
}

/** How an account causes each event that is bound as `change` or `counted`, as often as it likes. */
const CAUSES: Partial<Record<AuditEvent, (service: Service, owner: Owner, token: string) => Promise<unknown>>> = {
  passkey_failed: async (service, { passkey }) =>
    expect(await postPasskey(service, passkey, { bogusSignature: true }), 401),
  logged_in: logInAgain,
  session_ended: logInAgain,
  logged_out: async (service, owner) => {
    const { refresh_token } = await logInAgain(service, owner);
    expect(await service.request('POST', '/api/logout', { body: { refresh_token } }), 200);
  },
  refresh_reused: replayedRefresh,
  reauthenticated: async (service, { passkey }, token) => {
    const body = { passkey: passkey.get(await loginOptions(service)) };
    expect(await service.request('POST', '/api/reauthenticate', { token, body }), 200);
  },
  second_factor_failed: wrongCode,
  totp_added: appAndBack,
  totp_removed: appAndBack,
  recovery_codes_made: appAndBack,
  passkey_added: passkeyAndBack,
  passkey_removed: passkeyAndBack,
  identity_linked: identityAndBack,
  identity_unlinked: identityAndBack,
  deletion_scheduled: deletionAndBack,
  deletion_cancelled: deletionAndBack,
  profile_updated: async (service, _, token) => {
    const body = { industry: randomUUID() };
    expect(await service.request('PUT', '/api/me', { token, body }), 200);
  },
  app_allowed: consentAndBack,
  app_removed: consentAndBack,
  exported: async (service, _, token) => expect(await service.request('GET', '/api/me/export', { token }), 200),
};

describe('what leaves a row', () => {
  it('has a bound: every audit event, and every kind of e-mail', () => {
    for (const [event, { bound }] of Object.entries(AUDIT_EVENTS)) assert.ok(Object.hasOwn(BOUNDS, bound), event);
    for (const kind of EMAIL_KINDS) assert.ok(KINDS[kind].bound, kind);
  });

  it('is caused here, where nothing but a count bounds it', () => {
    const counted = Object.entries(AUDIT_EVENTS).filter(([, { bound }]) => Object.hasOwn(KEPT, bound));
    assert.deepEqual(Object.keys(CAUSES).sort(), counted.map(([event]) => event).sort());
  });
});

interface Row {
  readonly event: AuditEvent;
  readonly count: number;
  readonly address: string | null;
}

describeOnBothDatabases('an account that repeats itself without a password', (kind) => {
  const service = sharedService(kind, SETTINGS);
  const owner = async (): Promise<Owner> => {
    const account = await verified(service());
    return { ...account, passkey: await withPasskey(service(), account) };
  };
  const rowsOf = ({ id }: Owner, event: AuditEvent) =>
    service().db.all<Row & Record<string, never>>(
      'SELECT event, count, address FROM audit_events WHERE user_id = $1 AND event = $2 ORDER BY id',
      [id, event],
    );

  // One statement records them all: PostgreSQL is asked with the first few.
  const causes = [...new Set(Object.values(CAUSES))].slice(0, kind === 'sqlite' ? undefined : 3);
  for (const cause of causes) {
    const events = Object.entries(CAUSES).flatMap(([event, own]) => (own === cause ? [event as AuditEvent] : []));
    it(`leaves few rows, or all that say what was changed: ${events.join(', ')}`, async () => {
      const account = await owner();
      const { access_token: token } = await logInAgain(service(), account);
      for (let time = 0; time < TIMES; time += 1) await cause(service(), account, token);
      for (const event of events) {
        const rows = await rowsOf(account, event);
        if (AUDIT_EVENTS[event].bound === 'change') {
          assert.ok(rows.length >= TIMES, event);
          assert.ok(
            rows.every(({ count, address }) => count === 1 && address !== null),
            `${event}: who changed what is not lost`,
          );
          continue;
        }
        const singly = rows.filter(({ count }) => count === 1);
        assert.equal(singly.length, KEPT_EACH_HOUR, event);
        assert.equal(rows.length, KEPT_EACH_HOUR + 1, event);
        const last = rows.at(-1);
        assert.ok(last && last.count >= TIMES - KEPT_EACH_HOUR - 1 && last.address === null, JSON.stringify(last));
      }
      const emails = await service().db.all<{ kind: string; sent: number }>(
        "SELECT kind, COUNT(*) AS sent FROM outbox WHERE user_id = $1 AND kind <> 'verification' GROUP BY kind",
        [account.id],
      );
      for (const { kind: email, sent } of emails) assert.ok(sent <= SENT_EACH_HOUR, `${sent} ${email}`);
    });
  }

  it('is sent ten e-mails of a kind in an hour, and not one more', async () => {
    const { id, email } = await verified(service());
    const { db, clock } = service();
    const sentAfter = async (times: number, about: 'new_device' | 'passkey_added') => {
      for (let time = 0; time < times; time += 1) await db.batch([enqueue(about, email)]);
      return (await db.all('SELECT id FROM outbox WHERE user_id = $1 AND kind = $2', [id, about])).length;
    };
    assert.equal(await sentAfter(9, 'new_device'), 9);
    assert.equal(await sentAfter(1, 'new_device'), 10);
    assert.equal(await sentAfter(1, 'new_device'), 10);
    assert.equal(await sentAfter(1, 'passkey_added'), 1, 'each kind is counted by itself');
    await clock.advance(HOUR_MS - 60_000);
    assert.equal(await sentAfter(1, 'new_device'), 10);
    await clock.advance(61_000);
    assert.equal(await sentAfter(11, 'new_device'), 20);
  });

  it('leaves no more changes in a day than thirty in every hour would be', async () => {
    const account = await owner();
    const { access_token: token } = await logInAgain(service(), account);
    const { events, withinMs } = KEPT.change;
    assert.ok(events <= (KEPT_EACH_HOUR * withinMs) / HOUR_MS);
    const many = `INSERT INTO audit_events (happened_at, event, user_id, address, subject)
      VALUES (now(), 'profile_updated', $1, '192.0.2.1', 'profile:industry')`;
    await service().db.batch(Array.from({ length: events - 1 }, () => ({ sql: many, params: [account.id] })));
    for (let time = 0; time < 4; time += 1) await CAUSES.profile_updated?.(service(), account, token);
    const counts = (await rowsOf(account, 'profile_updated')).map(({ count }) => count);
    assert.deepEqual([counts.length, counts.at(-2), counts.at(-1)], [events + 1, 1, 3]);
    await service().clock.advance(HOUR_MS * 24 + 1000);
    const { access_token: later } = await logInAgain(service(), account);
    await CAUSES.profile_updated?.(service(), account, later);
    assert.deepEqual(
      (await rowsOf(account, 'profile_updated')).slice(-2).map(({ count }) => count),
      [3, 1],
    );
  });

  it('is recorded singly again an hour later, and what was recorded cannot be changed', async () => {
    const account = await owner();
    const { db, clock } = service();
    const repeat = async () => {
      for (let time = 0; time < TIMES; time += 1) await CAUSES.passkey_failed?.(service(), account, '');
    };
    await repeat();
    await clock.advance(HOUR_MS + 1000);
    await repeat();
    const counts = (await rowsOf(account, 'passkey_failed')).map(({ count }) => count);
    const hour = [...Array<number>(KEPT_EACH_HOUR).fill(1), TIMES - KEPT_EACH_HOUR];
    assert.deepEqual(counts, [...hour, ...hour]);
    for (const change of [
      'count = count - 1',
      "count = count + 1, address = '192.0.2.1'",
      'count = count + 1, repeat_of = NULL',
    ]) {
      const sql = `UPDATE audit_events SET ${change} WHERE user_id = $1 AND repeat_of IS NOT NULL`;
      await assert.rejects(db.all(sql, [account.id]), /cannot be changed/, change);
    }
    const single = 'UPDATE audit_events SET count = count + 1 WHERE user_id = $1 AND repeat_of IS NULL';
    await assert.rejects(db.all(single, [account.id]), /cannot be changed/);
  });
});
