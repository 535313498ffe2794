import { change, happening } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import type { Actor } from '../../store/tables/events.ts';
import {
  type ExportedRow,
  type PersonalRows,
  personalData,
  profileOf,
} from '../../store/tables/export-personal-rows.ts';
import type { RecentLogin } from '../sign-in/recent-login.ts';

export interface AccountExport {
  readonly profile: ExportedRow;
  readonly others: readonly PersonalRows[];
}

/** Asked before each further page; false ends the export with an error, so that nobody takes a part for the whole. */
type MayGoOn = () => Promise<boolean>;

/**
 * All that is stored about an account but secrets (Art. 15 and 20 GDPR), with the audit event of the export. Undefined
 * when the account is gone. Rows are read page by page, as they are asked for.
 */
export async function exportAccount(
  db: Store,
  userId: number,
  _recent: RecentLogin,
  actor: Actor,
  mayGoOn: MayGoOn = async () => true,
): Promise<AccountExport | undefined> {
  await db.commit(actor, change(happening('exported', userId), {}));
  const profile = await profileOf(db, userId);
  return profile && { profile, others: personalData(db, userId, mayGoOn) };
}

/** The export as a JSON object, in pieces; with `space` indented, each piece whole lines without the last break. */
export async function* exportTexts({ profile, others }: AccountExport, space = 0): AsyncGenerator<string> {
  const [lineBreak, indent] = space === 0 ? ['', ''] : ['\n', ' '.repeat(space)];
  const textOf = (value: ExportedRow, depth: number) =>
    JSON.stringify(value, null, space).replaceAll('\n', `\n${indent.repeat(depth)}`);
  const start = (member: string) => `${indent}${JSON.stringify(member)}:${space === 0 ? '' : ' '}`;
  yield `{${lineBreak}${start('profile')}${textOf(profile, 1)},`;
  for (const [at, { member, pages }] of others.entries()) {
    const end = at === others.length - 1 ? `${lineBreak}}` : ',';
    // Whether a comma follows is known when there is another page.
    let unsent: string | undefined;
    for await (const rows of pages) {
      if (rows.length === 0) continue;
      yield unsent === undefined ? `${start(member)}[` : `${unsent},`;
      unsent = rows.map((row) => `${indent.repeat(2)}${textOf(row, 2)}`).join(`,${lineBreak}`);
    }
    yield unsent === undefined ? `${start(member)}[]${end}` : `${unsent}${lineBreak}${indent}]${end}`;
  }
}
