import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { migrate } from '../../../src/store/engine/migrate.ts';
import type { ShownState } from '../../../src/store/queues/outbox-admin.ts';
import { emailPage } from '../../../src/store/queues/outbox-list.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import type { RawDatabase } from '../../support/raw-database.ts';

/** More accounts than are looked up one by one, and more e-mails than one walk looks at. */
const ACCOUNTS = 1100;
const EMAILS = 3300;

interface Row {
  readonly id: number;
  readonly to: string;
  readonly state: string;
  readonly kind: string;
}

const stateOf = (n: number) => (n % 700 === 3 ? 'dead' : n % 500 === 4 ? 'void' : n % 3 === 0 ? 'superseded' : 'sent');
const kindOf = (n: number) => (n % 900 === 10 ? 'account_deleted' : n % 2 === 0 ? 'password_reset' : 'verification');
const addressOf = (n: number) => `${n % 11 === 0 ? 'zoe' : 'ada'}.${n}@example.com`;
const recipientOf = (n: number) => (n % 13 === 0 ? `other.${n}@example.org` : null);

const values = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows
    .map(
      (row) =>
        `(${row.map((cell) => (typeof cell === 'string' ? `'${cell}'` : String(cell))).join(', ')}, now(), now())`,
    )
    .join(', ');

async function fill(db: RawDatabase): Promise<Row[]> {
  const users = Array.from({ length: ACCOUNTS }, (_, n) => ['A', addressOf(n + 1), `${n + 1}`, 'x', 'x'] as const);
  await db.all(
    'INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at) VALUES ' +
      `${values(users)}`,
  );
  const expected: Row[] = [];
  for (let from = 0; from < EMAILS; from += 1100) {
    const emails = Array.from({ length: 1100 }, (_, at) => {
      const n = from + at + 1;
      const user = 1 + (n % ACCOUNTS);
      expected.push({ id: n, to: recipientOf(n) ?? addressOf(user), state: stateOf(n), kind: kindOf(n) });
      return [user, kindOf(n), `m${n}`, recipientOf(n), stateOf(n), 1, 0] as const;
    });
    await db.all(
      `INSERT INTO outbox (user_id, kind, message_id, recipient, state, credential_version, attempts, due_at,
        created_at, updated_at)
        VALUES ${values(emails).replaceAll(', now(), now())', ', now(), now(), now())')}`,
    );
  }
  return expected.filter(({ state }) => state !== 'void').reverse();
}

describeWhereDatabasesDiffer('the list of e-mails', (kind) => {
  let db: RawDatabase;
  let expected: Row[];
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    db = (await createTestDatabase({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind)).open();
    await migrate(db);
    expected = await fill(db);
    await db.all('ANALYZE');
  });
  after(async () => {
    await db.close();
    for (const cleanUp of cleanUps) await cleanUp();
  });

  /** Every page of a list. */
  async function all(query: { state?: string; kind?: string; recipient?: string }): Promise<number[]> {
    const ids: number[] = [];
    let beforeId: number | undefined;
    do {
      const { state, kind: ofKind, recipient } = query;
      const page = await emailPage(db, {
        state: state as ShownState | undefined,
        kind: ofKind,
        recipient,
        beforeId,
        limit: 100,
      });
      ids.push(...page.emails.map(({ id }) => id));
      beforeId = page.next ?? undefined;
    } while (beforeId !== undefined);
    return ids;
  }

  it('has every e-mail that is asked for once, newest first, whichever way it is found', async () => {
    for (const state of [undefined, 'dead', 'sent']) {
      for (const ofKind of [undefined, 'account_deleted']) {
        for (const recipient of [undefined, 'zoe.', 'ada', 'other.1']) {
          const wanted = expected.filter(
            (row) =>
              row.state === (state ?? row.state) &&
              row.kind === (ofKind ?? row.kind) &&
              row.to.startsWith(recipient ?? ''),
          );
          const query = {
            ...(state && { state }),
            ...(ofKind && { kind: ofKind }),
            ...(recipient !== undefined && { recipient }),
          };
          assert.deepEqual(
            await all(query),
            wanted.map(({ id }) => id),
            JSON.stringify(query),
          );
        }
      }
    }
  });
});
