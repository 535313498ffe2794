import type { Actor } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import {
  type ExportedRow,
  type PersonalRows,
  personalRows,
  profileOf,
} from '../../store/tables/export-personal-rows.ts';
import type { RecentLogin } from '../sign-in/recent-login.ts';

export interface AccountExport {
  readonly profile: ExportedRow;
  readonly others: readonly PersonalRows[];
}

/**
 * Called before each further page. If it returns false, the export fails, so that nobody mistakes a part for the whole.
 */
type MayContinue = () => Promise<boolean>;

/**
 * Everything stored about an account except secrets (Art. 15 and 20 GDPR), as `store/tables/personal-data.ts` lists it,
 * with the audit event of the export. Undefined if the account is gone. Rows are read page by page when needed.
 */
export async function exportAccount(
  db: Store,
  userId: number,
  _recent: RecentLogin,
  actor: Actor,
  mayContinue: MayContinue = async () => true,
): Promise<AccountExport | undefined> {
  await db.commit(actor, change(event('exported', userId), {}));
  const profile = await profileOf(db, userId);
  return profile && { profile, others: personalRows(db, userId, mayContinue) };
}

/** The export as a JSON object, in pieces. With `space`, pieces are whole indented lines without a final line break. */
export async function* exportTexts({ profile, others }: AccountExport, space = 0): AsyncGenerator<string> {
  const [lineBreak, indent] = space === 0 ? ['', ''] : ['\n', ' '.repeat(space)];
  const textOf = (value: ExportedRow, depth: number) =>
    JSON.stringify(value, null, space).replaceAll('\n', `\n${indent.repeat(depth)}`);
  const start = (member: string) => `${indent}${JSON.stringify(member)}:${space === 0 ? '' : ' '}`;
  yield `{${lineBreak}${start('profile')}${textOf(profile, 1)},`;
  for (const [at, { member, pages }] of others.entries()) {
    const end = at === others.length - 1 ? `${lineBreak}}` : ',';
    // Held back until the next page decides whether a comma follows.
    let unsent: string | undefined;
    for await (const rows of pages) {
      if (rows.length === 0) continue;
      yield unsent === undefined ? `${start(member)}[` : `${unsent},`;
      unsent = rows.map((row) => `${indent.repeat(2)}${textOf(row, 2)}`).join(`,${lineBreak}`);
    }
    yield unsent === undefined ? `${start(member)}[]${end}` : `${unsent}${lineBreak}${indent}]${end}`;
  }
}
