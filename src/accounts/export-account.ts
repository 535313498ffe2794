import type { Database, Statement } from '../store/database.ts';
import { personalDataOf } from '../store/personal-data.ts';
import type { RecentLogin } from './recent-login.ts';

export type AccountExport = Readonly<Record<string, unknown>>;

/**
 * Everything that is stored about an account, but for secrets (Art. 15 and 20 GDPR). `record` is the audit event of the export, which is in it.
 * Undefined when there is no such account any more.
 */
export async function exportAccount(
  db: Database,
  userId: number,
  _recent: RecentLogin,
  record: Statement,
): Promise<AccountExport | undefined> {
  await db.batch([record]);
  const { profile, ...others } = await personalDataOf(db, userId);
  return profile?.[0] && { profile: profile[0], ...others };
}
