import assert from 'node:assert/strict';
import { auditCommand } from '../../src/cli/audit.ts';
import type { OptionValues } from '../../src/cli/framework/command-options.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { deleteByOperator } from '../../src/core/lifecycle/delete-account.ts';
import type { AuditRow } from '../../src/store/audit/read.ts';
import { byEmail } from '../../src/store/tables/users.ts';
import type { RawDatabase } from './raw-database.ts';
import type { Service } from './service.ts';

/** What `latchkey users suspend` does, on the database of a service that runs in this process. */
export const suspend = (service: Service, email: string) => usersCommand(service.db, ['suspend', email], () => {});

export const reinstate = (service: Service, email: string) => usersCommand(service.db, ['reinstate', email], () => {});

type AuditRecord = Omit<AuditRow, 'happened_at'> & { readonly time: string };

/** What `latchkey audit --json` prints. */
export async function auditRecords(db: RawDatabase, options?: OptionValues): Promise<AuditRecord[]> {
  const records: object[] = [];
  await auditCommand(db, [], (_line, record) => typeof record === 'object' && records.push(record), options);
  return records as AuditRecord[];
}

/** What `latchkey users delete` does. */
export async function deleteUser({ db }: Service, { email }: { readonly email: string }): Promise<void> {
  const user = await byEmail(db, email);
  assert.ok(user);
  await deleteByOperator(db, user, OPERATOR);
}

/** There is no operation that removes a user yet; the database can. */
export const removeUser = (service: Service, id: number) => service.db.one('DELETE FROM users WHERE id = $1', [id]);
