import type { ImportOutcome } from '../../core/registration/import-accounts.ts';
import { escapeControlCharacters } from '../../lib/escape-control-characters.ts';
import type { CommandContext } from '../framework/command.ts';
import { counted } from '../framework/print.ts';
import type { ImportOptions } from './import-options.ts';
import { type Refused, writeReport } from './report.ts';

/** The progress of an import. */
export interface Run {
  readonly counts: Record<
    Extract<ImportOutcome, string> | 'deleted' | 'withoutPassword' | 'identities' | 'withIdentityOnly',
    number
  >;
  readonly refused: Refused[];
  /** The line of each address and phone number. */
  readonly lines: Map<string, number>;
  /** The number of users with a value, by member that is not read. */
  readonly unread: Map<string, number>;
}

export const createRun = (): Run => ({
  counts: {
    imported: 0,
    filled: 0,
    lacking: 0,
    there: 0,
    deleted: 0,
    withoutPassword: 0,
    identities: 0,
    withIdentityOnly: 0,
  },
  refused: [],
  lines: new Map(),
  unread: new Map(),
});

const MAX_SHOWN = 200;
const MAX_LISTED = 20;
/** Member names come from the file and may be as many as its users. */
const MAX_NAMES = 1000;

export function recordUnread({ unread }: Run, names: readonly string[]): void {
  for (const name of names)
    if (unread.has(name) || unread.size < MAX_NAMES) unread.set(name, (unread.get(name) ?? 0) + 1);
}

/** Escapes texts that may quote the file. */
const shown = (text: string): string => escapeControlCharacters(text).slice(0, MAX_SHOWN);

function formatCounts(counts: readonly (readonly [name: string, count: number])[]): string[] {
  const more = counts.length - MAX_LISTED;
  const listed = counts.slice(0, MAX_LISTED).map(([name, count]) => `${count} × ${shown(name)}`);
  return more > 0 ? [...listed, `and ${more} more`] : listed;
}

const LIKE_A_PASSWORD = /pass|pwd?|hash|digest|crypt|secret|credential/i;

export function summarize({ isDryRun, report }: ImportOptions, run: Run, { print }: CommandContext): void {
  const { counts, refused } = run;
  const reasons = new Map<string, number>();
  const reasonOf = ({ reason }: Refused) => reason.replace(/\d+$/, '…');
  for (const refusal of refused) reasons.set(reasonOf(refusal), (reasons.get(reasonOf(refusal)) ?? 0) + 1);
  const unread = [...run.unread].sort(([, a], [, b]) => b - a);
  const there = counts.there + counts.lacking;
  print(`${isDryRun ? 'would be imported' : 'imported'}: ${counts.imported}`, {
    dry_run: isDryRun,
    imported: counts.imported,
    filled_in: counts.filled,
    there_already: there,
    lacking: counts.lacking,
    deleted: counts.deleted,
    without_password: counts.withoutPassword,
    identities: counts.identities,
    with_identity_only: counts.withIdentityOnly,
    not_read: Object.fromEntries(unread),
    refused: refused.length,
    reasons: Object.fromEntries(reasons),
    report: refused.length > 0 ? report : null,
  });
  if (counts.filled > 0) print(`${isDryRun ? 'would be filled in' : 'filled in'}: ${counts.filled}`);
  print(`there already: ${there}`);
  if (counts.lacking > 0)
    print(`  ${counts.lacking} × lacks something that the file has, such as a password: --update fills it in`);
  if (counts.deleted > 0) print(`skipped, because deleted there: ${counts.deleted}`);
  print(`refused: ${refused.length}`);
  for (const line of formatCounts([...reasons])) print(`  ${line}`);
  if (counts.identities > 0) print(`logins with other providers: ${counts.identities}`);
  const lockedOut = counts.withoutPassword - counts.withIdentityOnly;
  const reset = lockedOut > 0 ? `; ${counted(lockedOut, 'owner')} must reset it` : '';
  if (counts.withoutPassword > 0) print(`without a password: ${counts.withoutPassword}${reset}`);
  if (unread.length > 0) print(`not read: ${formatCounts(unread).join(', ')}`);
  const [hash] = unread.find(([name]) => LIKE_A_PASSWORD.test(name)) ?? [];
  if (hash !== undefined && counts.withoutPassword > 0)
    print(`  if ${shown(hash)} has the password hashes: --column password_hash=${shown(hash)}`);
  // Comes last: the summary is printed even if no file can be written.
  writeReport(report, refused, { isDryRun });
}
