import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SMALL_SET } from '../../../src/store/tables/user-filters.ts';
import { MAX_WALKED } from '../../../src/store/tables/user-list.ts';
import { loggedInAdmin } from '../../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { insertUser } from '../../support/insert-user.ts';
import { suspend } from '../../support/operator.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, registered, type Service, verified } from '../../support/service.ts';

const DAY_MS = 86_400_000;

interface Item {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly account_status: string;
}

/** Accounts in bulk: the subject is finding them, and a registration each would take minutes. */
async function insertAccounts(service: Service, from: number, to: number, name = (n: number) => `Person ${n}`) {
  for (let n = from; n < to; n += 1) {
    const number = String(n).padStart(6, '0');
    const user = {
      fullName: name(n),
      email: `bulk${number}@many.example`,
      phoneNumber: `+1 555 ${number}`,
      ...{ industry: 'Testing', passwordHash: 'none', language: 'en' },
    };
    await insertUser(service.db, user);
  }
}

describeWhereDatabasesDiffer('the list of accounts', (kind) => {
  const service = sharedService(kind);
  let token: string;
  before(async () => {
    token = (await loggedInAdmin(service())).accessToken;
  });
  const ask = async (parameters: Record<string, string>) => {
    const answer = await service().request('GET', `/api/admin/users?${new URLSearchParams(parameters)}`, { token });
    return { ...answer, page: answer.data };
  };
  const walk = async (parameters: Record<string, string>, onPage: () => Promise<unknown> = async () => {}) => {
    const items: Item[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const { page, text } = await ask({ ...parameters, ...(after && { after }) });
      assert.ok(page?.items, text);
      items.push(...page.items);
      after = page.next;
      await onPage();
    }
    return items;
  };
  const emails = async (parameters: Record<string, string>) => (await walk(parameters)).map(({ email }) => email);

  it('finds by what an e-mail address, a word of a name or a phone number begins with, and by id', async () => {
    const emile = await registered(service(), {
      full_name: 'Émile Żółć-Straße',
      email: 'E.Zola+news@Bücher.example',
      phone_number: '+33 (1) 70-18.99/00',
    });
    await registered(service(), { full_name: 'Straßer', email: "percent%_'@found.example" });
    const zola = 'e.zola+news@xn--bcher-kva.example';
    for (const [query, found] of [
      ['e.zola', [zola]],
      ['E.ZOLA+NEWS@bücher.example', [zola]],
      ['émile', [zola]],
      ['EMILE ', [zola]],
      ['E\u0301mile  zo\u0301', [zola]],
      ['zółć', [zola]],
      ['+33 1 7018', [zola]],
      ['33170189900', [zola]],
      ['(33)', [zola]],
      [String(emile.id), [zola]],
      ['straße', ["percent%_'@found.example"]],
      ['STRASSER', ["percent%_'@found.example"]],
      ['percent%', ["percent%_'@found.example"]],
      ['%', []],
      ['_', []],
      ["'; DROP TABLE users; --", []],
      ['\\', []],
      ['אבגד', []],
      ['mile', []],
      ['z'.repeat(1000), []],
      ['\u{10ffff}', []],
    ] as const) {
      assert.deepEqual(await emails({ query }), found, query);
    }
  });

  it('finds by the beginning of every word of a name, as it is now, in every kind of list', async () => {
    const words = 'Anna María del Río López García Núñez Ébano Último';
    const anna = await loggedIn(service(), { full_name: words, email: 'anna@words.example' });
    const twice = await registered(service(), { full_name: 'Bo Ri Rio Rio', email: 'bo@words.example' });
    const [found, none] = [[anna.email], [] as string[]];
    for (const [query, expected] of [
      ['lopez', found],
      ['LÓP', found],
      ['garcia nunez', found],
      ['maria del rio lopez', found],
      ['ebano', found],
      ['ultimo', none],
      ['opez', none],
      ['lopez nunez', none],
      ['rio', [twice.email, anna.email]],
      ['ri', [twice.email, anna.email]],
    ] as const) {
      assert.deepEqual(await emails({ query }), expected, query);
    }
    assert.deepEqual(await emails({ query: 'rio', sort: 'name', limit: '1', status: 'INACTIVE' }), [twice.email]);

    const rename = (full_name: string) =>
      service().request('PUT', '/api/me', { token: anna.accessToken, body: { full_name } });
    assert.equal((await rename('Anna Maria Petrova')).status, 200);
    assert.deepEqual([await emails({ query: 'lopez' }), await emails({ query: 'petrova' })], [none, found]);
    assert.equal((await rename('Anna Petrova')).status, 200);
    assert.deepEqual([await emails({ query: 'petrova' }), await emails({ query: 'maria' })], [found, none]);
    assert.equal((await rename('Anna Maria Petrova')).status, 200);

    // More than a set that is sorted whole: every page walks along the list instead, and none is lost or there twice.
    const numbers =
      kind === 'postgres'
        ? `generate_series(1, ${SMALL_SET}) AS numbers(i)`
        : `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SMALL_SET})
            SELECT i FROM n) AS numbers`;
    const key = "'words petrovsky petrov' || i";
    await service().db.all(`INSERT INTO users (full_name, email, phone_number, industry, password_hash, name_key,
      surname_key, created_at, updated_at)
      SELECT 'x', 'bulk02-' || i, 'bulk02-' || i, 'x', 'none', 'many ' || ${key}, ${key}, now(), now()
      FROM ${numbers}`);
    const listed = await emails({ query: 'petrov', sort: 'email', limit: '100' });
    assert.deepEqual([listed.length, new Set(listed).size], [SMALL_SET + 1, SMALL_SET + 1]);
    await service().db.all("DELETE FROM users WHERE email LIKE 'bulk02-%'");
    assert.deepEqual(await service().db.all("SELECT key FROM user_name_parts WHERE key LIKE 'petrovsky%'"), []);
  });

  it('filters, sorts, and shows what is known of each', async () => {
    const tag = 'Filtered';
    const active = await verified(service(), { full_name: `${tag} B`, email: 'f-b@filter.example' });
    const inactive = await registered(service(), { full_name: `${tag} Á`, email: 'f-c@filter.example' });
    const suspended = await verified(service(), { full_name: `${tag} c`, email: 'f-a@filter.example' });
    await suspend(service(), suspended.email);
    const admin = await loggedIn(service(), { full_name: `${tag} d`, email: 'f-d@filter.example' });
    await service().db.all("UPDATE users SET role = 'ADMIN', second_factors = 1 WHERE id = $1", [admin.id]);
    const ids = async (parameters: Record<string, string>) =>
      (await walk({ query: tag, ...parameters })).map(({ id }) => id);
    const [a, i, s, d] = [active.id, inactive.id, suspended.id, admin.id];
    for (const [parameters, expected] of [
      [{}, [d, s, i, a]],
      [{ sort: 'created' }, [a, i, s, d]],
      [{ sort: 'email' }, [s, a, i, d]],
      [{ sort: 'name' }, [i, a, s, d]],
      [{ sort: 'name', limit: '1' }, [i, a, s, d]],
      [{ sort: '-name', limit: '1' }, [d, s, a, i]],
      [{ sort: '-email', limit: '3' }, [d, i, a, s]],
      // Those without a session come last, either way.
      [{ sort: 'seen', limit: '1' }, [d, a, i, s]],
      [{ sort: '-seen', limit: '3' }, [d, s, i, a]],
      [{ status: 'ACTIVE' }, [d, a]],
      [{ status: 'INACTIVE' }, [i]],
      [{ status: 'SUSPENDED' }, [s]],
      [{ role: 'ADMIN' }, [d]],
      [{ role: 'USER', status: 'ACTIVE' }, [a]],
      [{ factor: 'totp' }, [d]],
      [{ factor: 'passkey' }, []],
      [{ factor: 'none', sort: 'created' }, [a, i, s]],
      [{ factor: 'totp', status: 'SUSPENDED' }, []],
    ] as const) {
      assert.deepEqual(await ids(parameters), expected, JSON.stringify(parameters));
    }
    const { page } = await ask({ query: 'f-d@filter' });
    const { created_at, last_seen_at, phone_number, ...shown } = page.items[0] ?? assert.fail('no account');
    assert.deepEqual(shown, {
      id: d,
      full_name: 'Filtered d',
      email: 'f-d@filter.example',
      account_status: 'ACTIVE',
      role: 'ADMIN',
      factors: ['totp'],
      deletion_due_at: null,
    });
    assert.ok(String(last_seen_at) >= String(created_at), 'the session of the login');
    assert.equal(phone_number, admin.phoneNumber);
  });

  it('loses none and shows none twice while accounts come and go', async () => {
    const crowd = 150;
    await insertAccounts(service(), 0, crowd, (n) => `Crowd ${'abc'[n % 3]}`);
    for (const sort of ['-created', 'name']) {
      let added = 1000;
      const gone: string[] = [];
      const listed = await walk({ query: 'Crowd', sort, limit: '11' }, async () => {
        await insertAccounts(service(), added, added + 3, (n) => `Crowd ${'abc'[n % 3]}`);
        added += 3;
        const email = `bulk${String(Math.floor(Math.random() * crowd)).padStart(6, '0')}@many.example`;
        gone.push(email);
        await service().db.all('DELETE FROM users WHERE email = $1', [email]);
      });
      const seen = listed.map(({ email }) => email);
      assert.equal(new Set(seen).size, seen.length, `${sort}: none twice`);
      const remaining = await service().db.all<{ email: string }>(
        "SELECT email FROM users WHERE email LIKE 'bulk000%' AND full_name LIKE 'Crowd%'",
      );
      assert.ok(remaining.length > crowd / 2);
      const missing = remaining.filter(({ email }) => !seen.includes(email));
      assert.deepEqual(missing, [], `${sort}: none lost`);
      await service().db.all("DELETE FROM users WHERE email LIKE 'bulk001%'");
      for (const email of gone) {
        const n = Number(email.slice(4, 10));
        await insertAccounts(service(), n, n + 1, () => `Crowd ${'abc'[n % 3]}`).catch(() => {});
      }
    }
  });

  it('walks in short pages where what is looked for is neither rare nor next', async () => {
    // More accounts than one walk looks at, of which the oldest and the newest match.
    const rows = MAX_WALKED + 2600;
    const numbers =
      kind === 'sqlite'
        ? `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
            SELECT n FROM numbers`
        : `SELECT n FROM generate_series(1, ${rows}) AS n`;
    const isMatch = '(n <= 50 OR n > 5550)';
    await service().db.all(
      `INSERT INTO users (full_name, email, phone_number, industry, password_hash, name_key, account_status,
        created_at, updated_at)
        SELECT 'Walk', 'walk' || n || '@walk.example', 'walk' || n, 'x', 'none',
          CASE WHEN ${isMatch} THEN 'walker' ELSE 'other' END,
        CASE WHEN ${isMatch} THEN 'SUSPENDED' ELSE 'ACTIVE' END, now(), now() FROM (${numbers}) AS numbers`,
    );
    for (const parameters of [
      { query: 'walker', sort: '-created' },
      { query: 'walker', sort: 'name' },
      { status: 'SUSPENDED', factor: 'none', sort: 'email' },
      { status: 'SUSPENDED', sort: 'created' },
    ]) {
      const found = (await emails({ ...parameters, limit: '100' })).filter((email) => email.startsWith('walk'));
      assert.deepEqual([found.length, new Set(found).size], [2100, 2100], JSON.stringify(parameters));
    }
    const { page } = await ask({ query: 'walker', sort: 'created', limit: '100' });
    assert.deepEqual([page.items.length, typeof page.next], [50, 'string'], 'short, and not the last');
    await sortedByUse();
  });

  /** Some of many accounts have two sessions: with the same time, or one of them was used later. */
  async function sortedByUse() {
    const add = (name: string, slot: number, used: string) =>
      service().db.all(
        `INSERT INTO refresh_tokens (user_id, slot, id, value_hash, expires_at, created_at, last_used_at)
          SELECT id, ${slot}, '${name}-' || id, '${name}-' || id, now() + ms($1), now() - ms($1), ${used}
          FROM users WHERE email LIKE 'walk%' AND id % 3 = 0`,
        [DAY_MS],
      );
    await add('seen', 0, 'NULL');
    await add('later', 1, 'CASE WHEN id % 2 = 0 THEN now() END');
    const isWalker = ({ email }: Item) => email.startsWith('walk');
    const check = async (parameters: Record<string, string>, count: number) => {
      const listed = (await walk({ ...parameters, limit: '100' })).filter(isWalker).map(({ id }) => id);
      assert.deepEqual([listed.length, new Set(listed).size], [count, count], 'all, and none twice');
      const used = listed.filter((id) => id % 6 === 0);
      const unused = listed.filter((id) => id % 6 === 3);
      const first = parameters.sort === 'seen' ? [...unused, ...used] : [...used, ...unused];
      assert.deepEqual(listed.slice(0, first.length), first, JSON.stringify(parameters));
    };
    await check({ sort: '-seen' }, MAX_WALKED + 2600);
    await check({ sort: 'seen', query: 'walker' }, 2100);
    const forged = Buffer.from(JSON.stringify(['yesterday', 1, 'sort=seen'])).toString('base64url');
    const refused = await ask({ sort: 'seen', after: forged });
    assert.deepEqual([refused.status, refused.headers.get('x-error-field')], [400, 'after']);
    await service().db.all("DELETE FROM refresh_tokens WHERE id LIKE 'seen-%' OR id LIKE 'later-%'");
  }

  it('counts no further than it must', async () => {
    const counts = async () => (await service().request('GET', '/api/admin/users/counts', { token })).data;
    const all = await service().db.one<{ n: number }>('SELECT COUNT(*) AS n FROM users');
    const data = await counts();
    assert.deepEqual(data.all, { count: all?.n, more: false });
    const parts = [data.active, data.inactive, data.suspended].map(({ count }) => count);
    assert.equal(
      parts.reduce((one, other) => one + other),
      all?.n,
    );
    assert.ok(data.admins.count >= 2);

    // Of what a search finds; of more than a small set, at least as many.
    const of = async (query: string) =>
      (await service().request('GET', `/api/admin/users/counts?${query}`, { token })).data;
    const filtered = await of('query=filtered');
    const amounts = Object.fromEntries(Object.entries(filtered).map(([name, { count }]) => [name, count]));
    assert.deepEqual(amounts, { all: 4, active: 2, inactive: 1, suspended: 1, admins: 1 });
    assert.equal(filtered.all.more, false);
    assert.deepEqual((await of('query=filtered&role=USER')).all, { count: 3, more: false });
    assert.deepEqual((await of('query=walker')).suspended, { count: SMALL_SET + 1, more: true });
    assert.deepEqual((await of('factor=none&query=filtered')).all, { count: 3, more: false });
    assert.equal((await of('factor=none')).all.more, false);
  });

  it('is handed out as a file: what the filters let through, without formulas', async () => {
    await registered(service(), { full_name: '=HYPERLINK("https://evil.example")', email: 'x-1@export.example' });
    await registered(service(), { full_name: '＝1＋1, Countess', email: 'x-2@export.example' });
    const file = (query: string) => service().request('GET', `/api/admin/users/export?${query}`, { token });
    const csv = await file('format=csv&query=x-&sort=email');
    assert.match(csv.headers.get('content-disposition') ?? '', /filename="users-\d{4}-\d\d-\d\d\.csv"/);
    const [head, first, second, ...rest] = csv.text.trimEnd().split('\r\n');
    assert.equal(
      head,
      'id,full_name,email,phone_number,account_status,role,created_at,last_seen_at,deletion_due_at,factors',
    );
    assert.match(first ?? '', /^\d+,"'=HYPERLINK\(""https:\/\/evil.example""\)",x-1@export\.example,/);
    assert.match(second ?? '', /^\d+,"'＝1＋1, Countess",x-2@export\.example,/);
    assert.deepEqual(rest, []);
    const lines = (await file('query=walker')).text.trimEnd().split('\n');
    assert.equal(new Set(lines.map((line) => JSON.parse(line).id)).size, 2100, 'all of them, however many');
    const events = await service().db.all("SELECT actor FROM audit_events WHERE event = 'users_exported'");
    assert.equal(events.length, 2);
  });

  it('finds a name and a phone number as soon as their owner has changed them', async () => {
    const { accessToken, email } = await loggedIn(service(), { full_name: 'Before Marriage' });
    const body = { full_name: 'Zora Nakamura', phone_number: '+81 999-111' };
    assert.equal((await service().request('PUT', '/api/me', { token: accessToken, body })).status, 200);
    assert.deepEqual(await emails({ query: 'nakamura' }), [email]);
    assert.deepEqual(await emails({ query: '81 999 111' }), [email]);
    assert.deepEqual(await emails({ query: 'before marr' }), []);
  });

  // Decided before the database is asked.
  if (kind === 'postgres') return;

  it('refuses parameters that are wrong', async () => {
    const { page } = await ask({ limit: '1' });
    const next = String(page.next);
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const [parameters, field] of [
      [{ query: 'a\u0000b' }, 'query'],
      [{ query: 'a\u202eb' }, 'query'],
      [{ query: 'a'.repeat(1001) }, 'query'],
      [{ status: 'DELETED' }, 'status'],
      [{ role: 'admin' }, 'role'],
      [{ factor: 'sms' }, 'factor'],
      [{ sort: 'id; DROP TABLE users' }, 'sort'],
      [{ limit: '0' }, 'limit'],
      [{ limit: '101' }, 'limit'],
      [{ limit: '-1' }, 'limit'],
      [{ offset: '10' }, 'offset'],
      [{ after: 'x' }, 'after'],
      [{ after: next.slice(0, -5) }, 'after'],
      [{ after: next, sort: 'email' }, 'after'],
      [{ after: next, query: 'a' }, 'after'],
      [{ after: next, status: 'ACTIVE' }, 'after'],
      [{ after: cursor(['a', 1]) }, 'after'],
      [{ after: cursor(['a', 1.5, '']) }, 'after'],
      [{ after: cursor(['a\u0000', 1, '']) }, 'after'],
      [{ after: cursor([['a'], 1, '']) }, 'after'],
      [{ after: cursor(null) }, 'after'],
    ] as const) {
      const answer = await ask(parameters);
      const expected = [400, 'invalid_parameter', field];
      const got = [answer.status, answer.headers.get('x-error-code'), answer.headers.get('x-error-field')];
      assert.deepEqual(got, expected, JSON.stringify(parameters));
    }
    // A forged cursor is a place in the list, and nothing more.
    assert.equal((await ask({ after: cursor(["' OR 1=1 --", -1, '']) })).status, 200);
  });
});
