import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { EMAIL_KINDS } from '../../../src/store/queues/outbox.ts';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { sharedService } from '../../support/scenarios.ts';
import { registered, type Session } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** What somebody has just asked for; all others tell owners what was done to their account. */
const NO_WARNINGS: ReadonlySet<string> = new Set([
  ...['verification', 'password_reset', 'invitation', 'account_made', 'login_code', 'email_change', 'email_in_use'],
  'test',
]);

describeOnBothDatabases('GET /api/admin/emails', (kind) => {
  const service = sharedService(kind);
  let admin: Session;
  const ask = <Method extends 'GET' | 'POST', Path extends string>(
    method: Method,
    path: Path,
    token = admin.accessToken,
  ) => service().request(method, `/api/admin/emails${path}`, { token });
  const listed = async (query: '' | `?${string}` = '') => {
    const answer = await ask('GET', query);
    assert.equal(answer.status, 200, answer.text);
    return answer.data.items;
  };
  const untilState = (email: string, state: string) =>
    until(`${email} is ${state}`, async () => (await listed(`?query=${email}`))[0]?.state === state);
  const eventsOf = (userId: number | null) =>
    service().db.all(
      `SELECT event, actor FROM audit_events WHERE event IN ('email_retried', 'email_dropped') AND actor IS NOT NULL
        AND COALESCE(user_id, 0) = $1 ORDER BY id`,
      [userId ?? 0],
    );

  before(async () => {
    admin = await loggedInAdmin(service());
    service().smtp.follow({
      recipient: (address) => {
        if (address.startsWith('bad')) return '550 5.1.1 no such user';
        return address.startsWith('later') ? '451 4.7.1 greylisted' : 'accept';
      },
    });
    for (const email of ['bad1@example.com', 'bad2@example.com', 'later@example.com', 'good@example.com'])
      await registered(service(), { email });
    await untilState('bad1', 'dead');
    await untilState('bad2', 'dead');
    await untilState('good', 'sent');
    await until('the other was tried', async () => (await listed('?query=later'))[0]?.answer !== null);
  });

  it('lists by state, kind and recipient, newest first, in pages', async () => {
    const all = (await listed()).map(({ to }) => to);
    assert.deepEqual(all.slice(0, 4), [
      'good@example.com',
      'later@example.com',
      'bad2@example.com',
      'bad1@example.com',
    ]);
    const addresses = async (query: `?${string}`) => (await listed(query)).map(({ to }) => to);
    assert.deepEqual(await addresses('?state=dead'), ['bad2@example.com', 'bad1@example.com']);
    assert.deepEqual(await addresses('?state=waiting'), ['later@example.com']);
    assert.deepEqual(await addresses('?state=dead&kind=verification&query=BAD1'), ['bad1@example.com']);
    assert.deepEqual(await addresses('?kind=password_reset'), []);
    assert.deepEqual((await addresses('?kind=verification')).slice(0, 4), all.slice(0, 4));
    assert.deepEqual(await addresses('?query=example'), []);

    const first = (await ask('GET', '?limit=3')).data;
    const second = (await ask('GET', `?limit=3&after=${first.next}`)).data;
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    assert.deepEqual(
      ids,
      (await listed()).slice(0, ids.length).map(({ id }) => id),
    );
    assert.equal(second.next, null);
    assert.equal((await ask('GET', `?after=${first.next}&state=dead`)).status, 400, 'a cursor of another list');
    for (const wrong of ['?state=void', '?kind=letter', '?limit=101', '?sort=to'])
      assert.equal((await ask('GET', wrong)).headers.get('x-error-code'), 'invalid_parameter', wrong);
  });

  it('is handed out as a file: what the filters let through', async () => {
    const csv = await ask('GET', '/export?format=csv&state=dead');
    assert.match(csv.headers.get('content-disposition') ?? '', /filename="emails-\d{4}-\d\d-\d\d\.csv"/);
    const [head, first, second, ...rest] = csv.text.trimEnd().split('\r\n');
    assert.equal(head, 'id,to,user_id,kind,language,state,tries,answer,created_at,updated_at,next_try_at');
    assert.match(first ?? '', /^\d+,bad2@example\.com,\d+,verification,en,dead,1,550 5\.1\.1/);
    assert.match(second ?? '', /^\d+,bad1@example\.com,/);
    assert.deepEqual(rest, []);
    const { text } = await ask('GET', '/export?query=GOOD');
    assert.deepEqual(JSON.parse(text), (await listed('?query=good'))[0], 'a line of JSON as in the list');
    const events = await service().db.all("SELECT actor FROM audit_events WHERE event = 'emails_exported'");
    assert.deepEqual(events, Array(2).fill({ actor: `user:${admin.id}` }));
    const key = await apiKeyOf(service(), admin, { scopes: ['users:read'] });
    assert.equal((await ask('GET', '/export', key)).status, 403, 'a key for something else');
  });

  it('shows one with what the server said each time, and neither a token nor a link', async () => {
    const [dead] = await listed('?query=bad1');
    const { data, text } = await ask('GET', `/${dead?.id}`);
    assert.deepEqual(
      [data.state, data.tries, data.answer, data.next_try_at, data.kind, data.language],
      ['dead', 1, '550 5.1.1 no such user', null, 'verification', 'en'],
    );
    assert.deepEqual(
      data.attempts.map(({ attempt, outcome, answer }: Record<string, unknown>) => [attempt, outcome, answer]),
      [[1, 'dead', '550 5.1.1 no such user']],
    );
    assert.match(data.message_id, /^[\w-]{36}$/);
    assert.doesNotMatch(text, /token|https?:/);
    const [waiting] = await listed('?query=later');
    // Unless it is just being sent.
    await until('a next try', async () => (await ask('GET', `/${waiting?.id}`)).data.next_try_at !== null);
    for (const id of ['0', 'x', '999999999']) assert.equal((await ask('GET', `/${id}`)).status, 404, id);
  });

  it('tries one again and drops one, and says who did it', async () => {
    const [one] = await listed('?query=bad1');
    const { id } = (await service().db.one<{ id: number }>(
      "SELECT id FROM users WHERE email = 'bad1@example.com'",
    )) ?? {
      id: 0,
    };
    assert.equal((await ask('POST', `/${one?.id}/retry`)).data.state, 'waiting');
    await until('it was tried again', async () => (await ask('GET', `/${one?.id}`)).data.attempts.length === 2);
    await untilState('bad1', 'dead');
    const key = await apiKeyOf(service(), admin, { scopes: ['mail:write'] });
    assert.equal((await ask('POST', `/${one?.id}/drop`, key)).status, 200);
    assert.equal((await ask('GET', `/${one?.id}`)).status, 404);
    assert.deepEqual(await eventsOf(id), [
      { event: 'email_retried', actor: `user:${admin.id}` },
      { event: 'email_dropped', actor: `key:${key.split('_')[1]}` },
    ]);
    const [sent] = await listed('?query=good');
    for (const action of ['retry', 'drop']) {
      const answer = await ask('POST', `/${sent?.id}/${action}`);
      assert.deepEqual([answer.status, answer.message], [409, 'The e-mail is sent']);
    }
  });

  it('tries all again that were given up, or drops them', async () => {
    const before = (await listed('?state=dead')).length;
    assert.deepEqual((await ask('POST', '/retry-dead')).data, { count: before });
    await untilState('bad2', 'dead');
    assert.deepEqual((await ask('POST', '/drop-dead')).data, { count: before });
    assert.deepEqual(await listed('?state=dead'), []);
    assert.deepEqual((await ask('POST', '/drop-dead')).data, { count: 0 });
    const actor = `user:${admin.id}`;
    assert.deepEqual(await eventsOf(null), [
      { event: 'email_retried', actor },
      { event: 'email_dropped', actor },
    ]);
  });

  it('lets no API key drop what warns an owner, of any kind', async () => {
    const { db } = service();
    const { id } = await registered(service());
    const key = await apiKeyOf(service(), admin, { scopes: ['mail:write'] });
    const plant = async () => {
      await db.all("DELETE FROM outbox WHERE state = 'dead'");
      for (const one of EMAIL_KINDS)
        await db.all(
          `INSERT INTO outbox (user_id, kind, message_id, credential_version, state, due_at, created_at, updated_at)
            VALUES ($1, $2, $2, 1, 'dead', now(), now(), now())`,
          [id, one],
        );
      return db.all<{ id: number; kind: string }>("SELECT id, kind FROM outbox WHERE state = 'dead' ORDER BY id");
    };
    const left = async () =>
      (await db.all<{ kind: string }>("SELECT kind FROM outbox WHERE state = 'dead' ORDER BY id")).map(
        (row) => row.kind,
      );
    for (const email of await plant()) {
      const { status, headers } = await ask('POST', `/${email.id}/drop`, key);
      const expected = NO_WARNINGS.has(email.kind) ? [200, null] : [403, 'api_key_not_allowed'];
      assert.deepEqual([status, headers.get('x-error-code')], expected, email.kind);
    }
    const warnings = EMAIL_KINDS.filter((one) => !NO_WARNINGS.has(one));
    assert.deepEqual(await left(), warnings);
    await plant();
    assert.deepEqual((await ask('POST', '/drop-dead', key)).data, { count: NO_WARNINGS.size });
    assert.deepEqual(await left(), warnings);
    for (const email of await plant()) assert.equal((await ask('POST', `/${email.id}/drop`)).status, 200, email.kind);
  });

  // Of what is in no database.
  if (kind === 'postgres') return;

  it('previews every kind in every language', async () => {
    const { languages } = (await ask('GET', '/preview')).data;
    assert.deepEqual(languages, ['en', 'de', 'fr']);
    for (const one of EMAIL_KINDS) {
      const subjects = new Set<string>();
      for (const language of languages) {
        const { data } = await ask('GET', `/preview?kind=${one}&language=${language}`);
        assert.deepEqual([data.kind, data.language], [one, language]);
        assert.match(data.html, new RegExp(`<html[^>]* lang="${language}"`));
        assert.doesNotMatch(`${data.subject}${data.text}${data.html}`, /\{\w+\}|undefined|NaN/, `${one} ${language}`);
        subjects.add(data.subject);
      }
      assert.equal(subjects.size, languages.length, one);
    }
    assert.equal((await ask('GET', '/preview?language=es')).headers.get('x-error-field'), 'language');
  });
});
