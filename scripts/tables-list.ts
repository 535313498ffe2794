import type { Expired } from '../src/declare/expired.ts';
import { OWN_ROWS } from '../src/declare/personal-data.ts';
import { EXPIRED } from '../src/store/tables/delete-expired-rows.ts';
import { ENDS_WITH_ROLE } from '../src/store/tables/end-with-role.ts';
import { DERIVED_DATA, NOT_PERSONAL, PERSONAL_DATA } from '../src/store/tables/personal-data.ts';
import { ROWS_OF_SESSIONS } from '../src/store/tables/rows-of-sessions.ts';
import { SEALED_COLUMNS } from '../src/store/tables/sealed-columns.ts';

const HEAD = `# Every table, written by \`npm run docs\`: what its owner exports and what not, and when its rows end besides by
# changes and with the account.`;

/** Every table, and what the lists of personal data and of expiry say about it. */
export function tablesList(): string {
  const personal = Object.entries(PERSONAL_DATA).map(
    ([table, { member, where = OWN_ROWS, exported, withheld }]) =>
      [
        table,
        [
          `exported as ${member}, where ${where}: ${Object.keys(exported).join(', ')}`,
          ...Object.entries(withheld).map(([column, reason]) => `withheld ${column}: ${reason}`),
        ],
      ] as const,
  );
  const others = [
    ...Object.entries(DERIVED_DATA).map(([table, about]) => [table, [`repeats personal data: ${about}`]] as const),
    ...Object.entries(NOT_PERSONAL).map(([table, about]) => [table, [`not personal: ${about}`]] as const),
  ];
  const lines = [...personal, ...others].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `${[HEAD, ...lines.flatMap(([table, said]) => [table, ...[...said, ...endsOf(table)].map(indented)])].join('\n')}\n`;
}

const indented = (line: string): string => `  ${line.replaceAll(/\s+/g, ' ')}`;

function endsOf(table: string): string[] {
  const of = <Row extends { readonly table: string }>(rows: readonly Row[]): Row[] =>
    rows.filter((row) => row.table === table);
  return [
    ...of(SEALED_COLUMNS).map(({ column }) => `sealed with a data key: ${column}`),
    ...of(EXPIRED).map(expiry),
    ...(table === 'audit_events' ? ['deleted after AUDIT_RETENTION'] : []),
    ...of(ROWS_OF_SESSIONS).map(() => 'ended with the session'),
    ...of(ENDS_WITH_ROLE).map(({ where }) => `deleted on a suspension or a new role of $1: ${where}`),
  ];
}

const expiry = ({ where, keptMs = 0, cleared }: Expired): string =>
  `${cleared ? `cleared (${cleared.join(', ')})` : 'deleted'} once: ${where.replace('$2', String(keptMs))}`;
