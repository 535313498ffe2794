import { type ImportOutcome, importAccounts } from '../../accounts/import-accounts.ts';
import { type CheckedAccount, checkImported, type ImportRules, NotImported } from '../../accounts/imported-account.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { createLanguages } from '../../config/languages.ts';
import { availableLanguages, readTextsFolder } from '../../config/texts-folder.ts';
import type { FileRecord } from '../../imports/files/file-record.ts';
import type { JsonObject } from '../../imports/json-values.ts';
import type { ForeignUser } from '../../imports/users/foreign-user.ts';
import { sourceOf } from '../../imports/users/sources.ts';
import type { Database } from '../../store/database.ts';
import { ASKED_AT_ONCE } from '../../store/imported-accounts.ts';
import { escapeControlCharacters } from '../../text/escape-control-characters.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { withDatabase } from '../open-database.ts';
import { OPERATOR } from '../operator.ts';
import { type ImportOptions, readImportOptions } from './import-options.ts';
import { createProgress } from './progress.ts';
import { readImportFile } from './read-import-file.ts';
import { type Refused, writeReport } from './report.ts';

type Read = (record: JsonObject) => ForeignUser;

/** A record by our names of its columns. */
const renamed = (record: JsonObject, { columns }: ImportOptions): JsonObject =>
  columns.size === 0
    ? record
    : { ...record, ...Object.fromEntries([...columns].map(([ours, theirs]) => [ours, record[theirs]])) };

function readerFor(options: ImportOptions): Read {
  let { source } = options;
  return (record) => {
    const named = renamed(record, options);
    source ??= sourceOf(named);
    return source.read(named, options);
  };
}

/** The addresses and phone numbers of a file are kept in memory: more than a gigabyte for so many. */
const MOST_USERS = 5_000_000;

/** Reads the whole file before anything is written: one that is broken as a whole leaves nothing behind. */
async function countRecords({ file, isVerified }: ImportOptions, read: Read): Promise<number> {
  let [total, unsaid] = [0, 0];
  for await (const entry of readImportFile(file)) {
    total += 1;
    if (total > MOST_USERS)
      throw new CommandError(
        `import: ${file} has more than five million users. Import it in parts, one after the other: ` +
          'docs/moving/README.md says how to split it',
      );
    if (isVerified === undefined && 'record' in entry && read(entry.record).isVerified === undefined) unsaid += 1;
  }
  if (unsaid === 0) return total;
  throw new CommandError(
    `import: ${unsaid} of ${total} users do not say whether their address was confirmed. With --verified they can log ` +
      'in at once: only if the old service has confirmed them. With --unverified they confirm it at their first login',
  );
}

function rulesOf(options: ImportOptions, config: Config): ImportRules {
  const ownTexts = config.textsDir === undefined ? new Map() : readTextsFolder(config.textsDir);
  const languages = createLanguages(availableLanguages(ownTexts, config.languages));
  if (options.hasPepper && config.importPepper === undefined)
    throw new CommandError('import: --pepper needs the setting IMPORT_PEPPER, and so does the service');
  return {
    secrets: { pepper: config.importPepper },
    isVerified: options.isVerified ?? false,
    takesAdministrators: options.takesAdministrators,
    defaultIndustry: options.defaultIndustry,
    languageOf: (tag) => languages.stated(tag) ?? languages.fallback,
  };
}

/** What has been read of the file so far. */
interface Run {
  readonly counts: Record<'imported' | 'there', number>;
  readonly refused: Refused[];
  /** The line of each address and phone number. */
  readonly lines: Map<string, number>;
}

/** The account of a record; undefined where it is refused. */
function accountOf(
  entry: FileRecord,
  read: Read,
  rules: ImportRules,
  { refused, lines }: Run,
): CheckedAccount | undefined {
  const { line } = entry;
  if ('problem' in entry) {
    refused.push({ line, email: '', reason: entry.problem });
    return undefined;
  }
  const user = read(entry.record);
  try {
    const account = checkImported(user, rules);
    for (const [what, value] of [
      ['address', account.email],
      ['phone number', `phone ${account.phoneNumber}`],
    ] as const) {
      const before = lines.get(value);
      if (before !== undefined) throw new NotImported(`the same ${what} as in line ${before}`);
    }
    lines.set(account.email, line).set(`phone ${account.phoneNumber}`, line);
    return account;
  } catch (error) {
    if (!(error instanceof NotImported)) throw error;
    refused.push({ line, email: user.email, reason: error.message });
    return undefined;
  }
}

export async function importUsers(context: CommandContext): Promise<void> {
  const options = readImportOptions(context.args);
  const rules = rulesOf(options, readConfig(context.environment, 1));
  const read = readerFor(options);
  const total = await countRecords(options, read);
  await withDatabase(context.environment, async (db, name) => {
    const run: Run = { counts: { imported: 0, there: 0 }, refused: [], lines: new Map() };
    try {
      await importAll(db, { options, rules, read, total, run, note: context.note });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(
        `import: stopped after ${counted(run.counts.imported, 'account')}: ${reason}. The same command goes on from there`,
      );
    }
    summarize(options, run, context);
    if (run.counts.imported > 0 && !options.isDryRun) context.note(`changed in the database ${name}`);
    if (run.refused.length > 0)
      throw new CommandError(
        `import: ${run.refused.length} of ${total} were refused, each with its reason in ${options.report}`,
      );
  });
}

interface Import {
  readonly options: ImportOptions;
  readonly rules: ImportRules;
  readonly read: Read;
  readonly total: number;
  readonly run: Run;
  readonly note: (line: string) => void;
}

async function importAll(db: Database, { options, rules, read, total, run, note }: Import): Promise<void> {
  const progress = createProgress(total, note);
  let done = 0;
  let waiting: { line: number; account: CheckedAccount }[] = [];
  const flush = async () => {
    const outcomes = await importAccounts(
      db,
      waiting.map(({ account }) => account),
      OPERATOR,
      options,
    );
    for (const [at, { line, account }] of waiting.entries()) take(outcomes[at] ?? 'there', line, account.email);
    waiting = [];
    progress(done);
  };
  const take = (outcome: ImportOutcome, line: number, email: string) => {
    if (typeof outcome === 'string') run.counts[outcome] += 1;
    else run.refused.push({ line, email, reason: outcome.refused });
  };
  for await (const entry of readImportFile(options.file)) {
    const account = accountOf(entry, read, rules, run);
    done += 1;
    if (account) waiting.push({ line: entry.line, account });
    if (waiting.length === ASKED_AT_ONCE) await flush();
  }
  if (waiting.length > 0) await flush();
}

const MAX_REASON = 200;

function summarize({ isDryRun, report }: ImportOptions, { counts, refused }: Run, { print }: CommandContext): void {
  const reasons = new Map<string, number>();
  const reasonOf = ({ reason }: Refused) => reason.replace(/\d+$/, '…');
  for (const one of refused) reasons.set(reasonOf(one), (reasons.get(reasonOf(one)) ?? 0) + 1);
  print(`${isDryRun ? 'would be imported' : 'imported'}: ${counts.imported}`, {
    ...{ dry_run: isDryRun, imported: counts.imported, there_already: counts.there, refused: refused.length },
    ...{ reasons: Object.fromEntries(reasons), report: refused.length > 0 ? report : null },
  });
  print(`there already: ${counts.there}`);
  print(`refused: ${refused.length}`);
  // A reason may quote the file.
  for (const [reason, count] of reasons) print(`  ${count} × ${escapeControlCharacters(reason).slice(0, MAX_REASON)}`);
  // Last: what was done is said, even where no file can be written.
  writeReport(report, refused, { isDryRun });
}
