import { recordForInstallation } from '../administration/installation-events.ts';
import { withoutOff } from '../config/field-presence.ts';
import { exportPage } from '../store/tables/imported-accounts.ts';
import type { CommandContext } from './framework/command.ts';
import { withDatabase } from './framework/open-database.ts';
import { OPERATOR } from './framework/operator.ts';
import { IS_JSON, rowsInPages } from './framework/print.ts';

const TIMES = ['created_at', 'updated_at', 'invited_at', 'deletion_due_at'];

/** Prints one JSON object per line, page by page, so that memory does not grow with the number of accounts. */
export async function exportUsers({ environment, options, print }: CommandContext): Promise<void> {
  await withDatabase(environment, async (db, _name, config) => {
    await recordForInstallation(db, 'accounts_exported', OPERATOR);
    for await (const row of rowsInPages(print, (after, limit) => exportPage(db, after, limit))) {
      const { password_hash, status_before_suspension: before, unconfirmed_email, fields, ...account } = row;
      const times = TIMES.map((name) => [name, isoOf(account[name])]);
      print(
        JSON.stringify({
          ...withoutOff(account, config.fields),
          ...Object.fromEntries(times),
          email_verified: (before ?? account.account_status) === 'ACTIVE' && unconfirmed_email !== account.email,
          ...(fields !== null && { fields: JSON.parse(String(fields)) }),
          ...(options.hashes && { password_hash }),
        }),
        IS_JSON,
      );
    }
  });
}

const isoOf = (time: string | number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString();
