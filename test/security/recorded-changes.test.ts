import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PERSONAL_DATA } from '../../src/store/tables/personal-data.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { ADMIN_CHANGES, LINK_CHANGES, OWN_CHANGES } from '../support/changing-operations.ts';
import { createTestDatabase } from '../support/databases.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { ROUTES } from '../support/routes.ts';
import { EVERY_FEATURE, loggedIn, startService } from '../support/service.ts';

/** Written by their workers, whose time may come at any moment; as that of housekeeping, which skips what is locked. */
const QUEUES = ['outbox', 'outbox_attempts'];
const WRITE = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/g;
/** What is written about people without an event, each with the reason. */
const UNRECORDED: Readonly<Record<string, string>> = {
  'addPasskeyOptions users': 'a random number for authenticators, once',
  'addTotp totp': 'nothing counts until it is confirmed',
  'answerInteraction openid_records': 'a login on its way; what it lets an app see is recorded',
  'renamePasskey passkeys': 'the name is for its owner alone',
};

describe('a change of what is stored about people', () => {
  it('is recorded in the same transaction, or listed here', async (t) => {
    const database = await createTestDatabase(t, 'sqlite');
    const found = new Set<string>();
    let doing = '';
    const open = (): RawDatabase => {
      const db = database.open();
      const batch: RawDatabase['batch'] = async (statements) => {
        const rows = await db.batch(statements);
        const written = (sql: string) => [...sql.matchAll(WRITE)].map(([, table = '']) => table);
        if (!rows || doing === '' || statements.some(({ sql }) => written(sql).includes('audit_events'))) return rows;
        for (const table of statements.flatMap(({ sql }) => (sql.includes('SKIP LOCKED') ? [] : written(sql))))
          if (Object.hasOwn(PERSONAL_DATA, table) && !QUEUES.includes(table)) found.add(`${doing} ${table}`);
        return rows;
      };
      return { ...db, batch };
    };
    const settings = { ...EVERY_FEATURE, SESSIONS: 'many', MAX_EMAIL_BURST: '0', DELETION_GRACE: '14d' };
    const service = await startService(t, 'sqlite', settings, { ...database, open });
    const send = async (id: string, token: string, params: object, body: unknown, headers: object = {}) => {
      const { method = '', path = '' } = ROUTES.find(({ operation }) => operation.id === id) ?? {};
      const filled = path.replace(/:(\w+)/g, (_, name: string) => String(params[name as never]));
      await service.emailsTo('');
      doing = id;
      const answer = await service.request(method, filled, { token, body, headers: { ...headers } });
      doing = '';
      assert.ok(answer.status < 300, `${id}: ${answer.text}`);
    };
    for (const [changes, sign] of [
      [OWN_CHANGES, loggedIn],
      [ADMIN_CHANGES, loggedInAdmin],
    ] as const)
      for (const [id, prepare] of Object.entries(changes)) {
        const sender = await sign(service);
        const { params = {}, body, headers, sender: other = sender } = await prepare(service, sender);
        await send(id, other.accessToken, params, body, headers);
      }
    const admin = await loggedInAdmin(service);
    for (const [id, prepare] of Object.entries(LINK_CHANGES)) {
      const { token, body } = await prepare(service, admin);
      await send(id, token, {}, body);
    }
    assert.deepEqual([...found].sort(), Object.keys(UNRECORDED).sort());
  });
});
