import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { usersCommand } from '../../src/cli/users.ts';
import type { Value } from '../../src/store/engine/database.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../support/databases.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, type Service, type Session, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** More than the buffers of a connection hold, so that whoever does not read keeps the export waiting. */
const EVENTS = 10_000;
/** Many pages. */
const FEWER_EVENTS = 2000;
const AGENT = 'x'.repeat(750);
const FILL: Record<RawDatabase['kind'], string> = {
  sqlite: `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
    INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
    SELECT now(), 'login_failed', $1, '192.0.2.1', $3 || i FROM n`,
  postgres: `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
    SELECT now(), 'login_failed', $1, '192.0.2.1', CAST($3 AS text) || i FROM generate_series(1, $2) AS i`,
};
const fill = ({ db }: Service, { id }: Session, events: number) => db.all(FILL[db.kind], [id, events, AGENT]);

const RUNNING = [429, 'export_running', '5'];

describeWhereDatabasesDiffer('an export of many rows', (kind) => {
  const service = sharedService(kind);
  const withEvents = async (events: number): Promise<Session> => {
    const account = await loggedIn(service());
    await fill(service(), account, events);
    return account;
  };
  /** What is asked for, without reading the answer. */
  const begin = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${service().url}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
  const outcome = async (path: string, token: string) => {
    const response = await begin(path, token);
    await response.body?.cancel();
    return [response.status, response.headers.get('x-error-code'), response.headers.get('retry-after')];
  };

  for (const [what, path, as] of [
    ['of the own account', () => '/api/me/export', 'owner'],
    ['of an account, for an administrator', ({ id }: Session) => `/api/admin/users/${id}/export`, 'admin'],
    ['of the audit trail', ({ id }: Session) => `/api/admin/audit/export?user=${id}`, 'admin'],
  ] as const) {
    it(`lets others go on meanwhile: ${what}`, async (t) => {
      const database = await createTestDatabase(t, kind);
      let turn = 0;
      const pages: { readonly rows: number; readonly turn: number }[] = [];
      const open = () => {
        const db = database.open();
        const all: RawDatabase['all'] = async <R>(sql: string, params?: readonly Value[]) => {
          const found = await db.all<R>(sql, params);
          if (found.length > 100) pages.push({ rows: found.length, turn });
          return found;
        };
        return { ...db, all };
      };
      const own = await startService(t, kind, {}, { ...database, open });
      const [owner, admin] = [await loggedIn(own), await loggedInAdmin(own)];
      await fill(own, owner, FEWER_EVENTS);
      const { accessToken: token } = as === 'owner' ? owner : admin;
      let isOver = false;
      const exported = own.request('GET', path(owner), { token }).finally(() => {
        isOver = true;
      });
      for (; !isOver; turn += 1) await setImmediate();
      assert.ok((await exported).text.split('login_failed').length > FEWER_EVENTS);
      // What is read at once is little, and no two pages are read in one turn of the event loop.
      assert.ok(pages.length >= FEWER_EVENTS / 201, `${pages.length} pages`);
      assert.ok(Math.max(...pages.map(({ rows }) => rows)) <= 201);
      assert.equal(new Set(pages.map((page) => page.turn)).size, pages.length);
    });

    // Who is being served is known to the process, whatever the database.
    if (kind === 'postgres') continue;

    it(`is made one at a time for whoever asks: ${what}`, async () => {
      const [owner, admin] = [await withEvents(EVENTS), await loggedInAdmin(service())];
      const { accessToken: token } = as === 'owner' ? owner : admin;
      const held = new AbortController();
      const first = await begin(path(owner), token, { signal: held.signal });
      assert.equal(first.status, 200);
      assert.deepEqual(await outcome(path(owner), token), RUNNING);
      const somebodyElse = as === 'owner' ? await loggedIn(service()) : await loggedInAdmin(service());
      const others = await begin(path(owner), somebodyElse.accessToken);
      assert.equal(others.status, 200);
      await others.text();
      held.abort();
      await until('the place of whoever went away is free', async () => {
        const [status] = await outcome(path(owner), token);
        return status === 200;
      });
    });

    it(`leaves no place taken when it is not written, or when it is read to its end: ${what}`, async () => {
      const [owner, admin] = [await loggedIn(service()), await loggedInAdmin(service())];
      const { accessToken: token } = as === 'owner' ? owner : admin;
      for (const method of ['HEAD', 'GET', 'HEAD', 'GET', 'GET']) {
        const response = await begin(path(owner), token, { method });
        assert.equal(response.status, 200, method);
        await response.text();
      }
    });
  }

  it('is the document that it would be in one piece, with every row once, also for the operator', async () => {
    const owner = await withEvents(FEWER_EVENTS);
    const { text, data } = await service().request('GET', '/api/me/export', { token: owner.accessToken });
    assert.equal(text, JSON.stringify(JSON.parse(text)));
    const { events } = data as unknown as { events: { event: string; user_agent: string }[] };
    const numbers = events.flatMap(({ event, user_agent: agent }) =>
      event === 'login_failed' ? [agent.slice(AGENT.length)] : [],
    );
    assert.deepEqual(
      numbers,
      Array.from({ length: FEWER_EVENTS }, (_, at) => String(at + 1)),
    );
    const printed: string[] = [];
    await usersCommand(service().db, ['export', owner.email], (lines) => printed.push(lines));
    assert.ok(printed.length > 10, `${printed.length} pieces`);
    assert.equal(printed.join('\n'), JSON.stringify(JSON.parse(printed.join('\n')), null, 2));
  });

  it('ends without its end when the session is ended meanwhile', async () => {
    const owner = await withEvents(EVENTS);
    const response = await begin('/api/me/export', owner.accessToken);
    const { refreshToken: refresh_token } = owner;
    await service().request('POST', '/api/logout', { body: { refresh_token } });
    await assert.rejects(response.text());
  });
});
