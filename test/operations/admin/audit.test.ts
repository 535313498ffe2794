import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { housekeepingStep } from '../../../src/app/housekeeping.ts';
import { MAX_EXAMINED } from '../../../src/store/audit/find.ts';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import type { Answers } from '../../support/answers.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { suspend } from '../../support/operator.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, type Session } from '../../support/service.ts';

const HOUR_MS = 3_600_000;
const RETENTION = { auditKeptMs: 90 * 24 * HOUR_MS, unverifiedKeptMs: 0 };
type Page = Answers['GET /api/admin/audit'];

/** A name that a spreadsheet would run, and characters that CSV gives a meaning. */
const HOSTILE_AGENT = '=HYPERLINK("https://evil.example","a, b");=1+1; @SUM(A1); x;"=2+2; "-3';

describeOnBothDatabases('the audit trail of the administration', (kind) => {
  const service = sharedService(kind, { TRUST_PROXY: '127.0.0.1', MAX_FAILED_LOGINS: '0' });
  let admin: Session;
  let ada: Session;

  const fail = (email: string, address: string, agent = 'Firefox/130') =>
    service().request('POST', '/api/login', {
      body: { email, password: 'Wrong-one-1' },
      headers: { 'x-forwarded-for': address, 'user-agent': agent },
    });
  const list = async (query: string, token = admin.accessToken) => {
    const answer = await service().request('GET', `/api/admin/audit?${query}`, { token });
    assert.equal(answer.status, 200, answer.text);
    return answer.data;
  };
  /** All pages, following `next`. */
  const walk = async (query: string): Promise<Page['items'][number][]> => {
    const items: Page['items'][number][] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: Page = await list(`${query}${next && `&after=${next}`}`);
      items.push(...page.items);
      next = page.next;
    }
    return items;
  };
  const exportOf = (query: string, token = admin.accessToken) =>
    service().request('GET', `/api/admin/audit/export?${query}`, { token });
  const shown = (items: Page['items']) => items.map(({ event, count }) => `${event} ${count}`);

  before(async () => {
    const { clock, db } = service();
    await clock.advance(HOUR_MS - (clock.nowMs() % HOUR_MS));
    for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.8', '2001:db8::7']) {
      await fail('nobody@example.com', address);
    }
    await clock.advance(61_000);
    while (await housekeepingStep(db, RETENTION));
    ada = await loggedIn(service());
    await fail(ada.email, '198.51.100.1', HOSTILE_AGENT);
    await fail(ada.email, '198.51.100.2');
    await suspend(service(), ada.email);
    admin = await loggedInAdmin(service());
  });

  it('lists events newest first, with account, client and actor, and counts of strangers at their hour', async () => {
    const { items, next } = await list('');
    assert.equal(next, null);
    const [promoted] = items;
    assert.deepEqual([promoted?.event, promoted?.actor, promoted?.email], ['role_changed', 'operator', admin.email]);
    const failed = items.filter(({ event, id }) => event === 'login_failed' && id !== null);
    assert.deepEqual(
      failed.map(({ user_id, email, address, browser }) => [user_id, email, address, browser]),
      [
        [ada.id, ada.email, '198.51.100.2', 'Firefox'],
        [ada.id, ada.email, '198.51.100.1', null],
      ],
    );
    assert.deepEqual(
      items.slice(-3).map(({ id, count, address }) => [id, count, address]),
      [
        [null, 1, '203.0.113.8'],
        [null, 2, '203.0.113.7'],
        [null, 1, '2001:db8:0:0::/64'],
      ],
    );
    for (const [at, { time }] of items.entries()) assert.ok(at === 0 || time <= (items[at - 1]?.time ?? ''));
  });

  it('filters by each parameter, in pages of any size without a gap or a repetition', async () => {
    const { clock } = service();
    const hour = new Date(Math.floor(clock.nowMs() / HOUR_MS) * HOUR_MS).toISOString();
    const ofAda = ['suspended 1', 'login_failed 1', 'login_failed 1', 'logged_in 1', 'verified 1', 'registered 1'];
    const counts = ['login_failed 1', 'login_failed 2', 'login_failed 1'];
    const cases: readonly [query: string, expected: readonly string[]][] = [
      [`user=${ada.id}`, ofAda],
      [`user=${encodeURIComponent(ada.email.toUpperCase())}`, ofAda],
      [`user=${ada.id}&event=verified,logged_in`, ['logged_in 1', 'verified 1']],
      ['user=nobody@example.com', []],
      [`query=${ada.id}&actor=any`, ['suspended 1']],
      ['query=198.51.100.2', ['login_failed 1']],
      ['query=lovelace', []],
      ['event=login_failed', ['login_failed 1', 'login_failed 1', ...counts]],
      ['event=suspended,role_changed', ['role_changed 1', 'suspended 1']],
      ['actor=any', ['role_changed 1', 'suspended 1']],
      [`actor=any&user=${ada.id}`, ['suspended 1']],
      ['actor=operator&event=suspended', ['suspended 1']],
      ['actor=user:1', []],
      ['address=198.51.100.1', ['login_failed 1']],
      ['address=203.0.113.7', ['login_failed 2']],
      ['address=2001:db8::9&event=login_failed,verified', ['login_failed 1']],
      [`event=login_failed&from=${hour}`, ['login_failed 1', 'login_failed 1', ...counts]],
      [`event=login_failed&to=${hour}`, []],
      ['event=login_failed&from=2099-01-01', []],
    ];
    for (const [query, expected] of cases) {
      for (const limit of [1, 2, 100]) assert.deepEqual(shown(await walk(`${query}&limit=${limit}`)), expected, query);
    }
    const everything = await walk('limit=100');
    assert.deepEqual(await walk('limit=1'), everything);
  });

  it('looks at a bounded number of events for one page, and goes on from there', async () => {
    const many = MAX_EXAMINED + 10;
    const { db } = service();
    const source =
      kind === 'postgres'
        ? `generate_series(1, ${many})`
        : `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many}) SELECT i FROM n)`;
    await db.all(
      `INSERT INTO audit_events (happened_at, event, user_id, address) SELECT now(), 'reset_asked', 999999, ` +
        `'198.51.100.1' FROM ${source} AS numbers`,
    );
    const query = 'address=198.51.100.1&event=login_failed';
    const { items, next } = await list(query);
    assert.deepEqual([items, typeof next], [[], 'string']);
    assert.deepEqual(shown((await list(`${query}&after=${next}`)).items), ['login_failed 1']);
    assert.deepEqual(shown(await walk(`${query}&limit=1`)), ['login_failed 1']);
    await db.all('DELETE FROM audit_events WHERE user_id = 999999');
  });

  it('is exported with the same filters, as lines of JSON and as CSV that a spreadsheet takes for text', async () => {
    const lines = await exportOf('format=jsonl&event=login_failed');
    assert.match(
      lines.headers.get('content-disposition') ?? '',
      /^attachment; filename="audit-\d{4}-\d\d-\d\d\.jsonl"$/,
    );
    const events = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      events.map(({ event, count, address }) => [event, count, address]),
      [
        ['login_failed', 1, '198.51.100.2'],
        ['login_failed', 1, '198.51.100.1'],
        ['login_failed', 1, '203.0.113.8'],
        ['login_failed', 2, '203.0.113.7'],
        ['login_failed', 1, '2001:db8:0:0::/64'],
      ],
    );
    const { text, headers } = await exportOf(`format=csv&user=${ada.id}&event=login_failed`);
    assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
    const [head, , second] = text.split('\r\n');
    assert.equal(head, 'id,time,event,count,user_id,email,address,user_agent,actor,actor_email,subject,subject_name');
    assert.match(
      second ?? '',
      new RegExp(
        `,${ada.email},198.51.100.1,"'=HYPERLINK\\(""https://evil.example"",""a, b""\\);'=1\\+1; '@SUM\\(A1\\); ` +
          `x;""'=2\\+2; ""'-3",,,,$`,
      ),
    );
    const newest = (await list('limit=1')).items[0];
    assert.deepEqual([newest?.event, newest?.actor], ['audit_exported', `user:${admin.id}`]);
  });

  it('is exported whole, however much there is, also by an API key', async () => {
    const { db } = service();
    const source =
      kind === 'postgres'
        ? 'generate_series(1, 1700)'
        : '(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1700) SELECT i FROM n)';
    await db.all(
      `INSERT INTO audit_events (happened_at, event, user_id) SELECT now(), 'reset_asked', 999999 FROM ${source} ` +
        'AS numbers',
    );
    const key = await apiKeyOf(service(), admin, { scopes: ['audit:read'] });
    const { text } = await exportOf('user=999999', key);
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    assert.equal(new Set(ids).size, 1700);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
  });

  it('names the API key that was made or removed, and forgets the name with the account that made it', async () => {
    const { request } = service();
    const maker = await loggedInAdmin(service());
    const body = { name: '=Support, "desk"', scopes: ['users:read'], days: 1 };
    const key = await apiKeyOf(service(), maker, body);
    // The secret may hold further underscores.
    const [, id = '', secret = ''] = /^lk_([^_]+)_(.+)$/.exec(key) ?? [];
    const { accessToken: token } = admin;
    assert.equal((await request('DELETE', `/api/admin/api-keys/${id}`, { token })).status, 200);

    const events = 'event=api_key_made,api_key_revoked';
    const named = { user_id: maker.id, subject: `key:${id}`, subject_name: body.name };
    assert.partialDeepStrictEqual((await list(events)).items.slice(0, 2), [
      { ...named, event: 'api_key_revoked', actor: `user:${admin.id}` },
      { ...named, event: 'api_key_made', actor: `user:${maker.id}` },
    ]);
    const page = (await request('GET', `/api/admin/users/${maker.id}`, { token })).text;
    assert.partialDeepStrictEqual(JSON.parse(page).data.events[0], {
      subject: named.subject,
      subject_name: body.name,
    });
    const csv = (await exportOf(`${events}&format=csv`)).text;
    assert.ok(csv.includes(`,key:${id},"'=Support, ""desk"""\r\n`), csv);
    const jsonl = (await exportOf(`${events}&format=jsonl`)).text;
    assert.equal(JSON.parse(jsonl.split('\n')[0] ?? '').subject_name, body.name);
    assert.ok(![page, csv, jsonl].some((text) => text.includes(secret)), 'the secret is nowhere');

    assert.equal((await request('DELETE', `/api/admin/users/${maker.id}`, { token })).status, 200);
    const nameless = { subject: `key:${id}`, subject_name: null };
    assert.partialDeepStrictEqual((await list(events)).items.slice(0, 2), [nameless, nameless]);
  });

  // Decided before the database is asked.
  if (kind === 'postgres') return;

  it('refuses parameters that mean nothing, and a cursor of another list', async () => {
    const { next } = await list('limit=1');
    const cases = [
      ['event', 'event=logged_inn'],
      ['user', 'user=ada'],
      ['from', 'from=yesterday'],
      ['after', `limit=1&event=verified&after=${next}`],
      ['after', 'after=xyz'],
    ];
    for (const [field, query] of cases) {
      const answer = await service().request('GET', `/api/admin/audit?${query}`, { token: admin.accessToken });
      assert.deepEqual([answer.status, answer.headers.get('x-error-field')], [400, field], query);
    }
  });
});
