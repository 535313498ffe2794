import { type Config, readConfig } from '../../config/config.ts';
import { createLanguages } from '../../config/languages.ts';
import { availableLanguages, readTextsFolder } from '../../config/texts-folder.ts';
import { type ImportedLogins, type ImportOutcome, importAccounts } from '../../core/registration/import-accounts.ts';
import {
  type CheckedAccount,
  checkImported,
  type ImportRules,
  NotImported,
  undeclaredFields,
} from '../../core/registration/imported-account.ts';
import { FEATURE_COMMANDS } from '../../features/commands.ts';
import type { FileRecord } from '../../imports/files/file-record.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import type { Store } from '../../store/commit.ts';
import { ASKED_AT_ONCE } from '../../store/tables/imported-accounts.ts';
import type { CommandContext } from '../framework/command.ts';
import { CommandError } from '../framework/command-error.ts';
import { withDatabase } from '../framework/open-database.ts';
import { OPERATOR } from '../framework/operator.ts';
import { counted } from '../framework/print.ts';
import { type ImportOptions, readImportOptions } from './import-options.ts';
import { readImportFile } from './read-import-file.ts';
import { countRecords, type Read, readerFor } from './read-users.ts';
import { createRun, type Run, recordUnread, summarize } from './summary.ts';

function rulesOf(options: ImportOptions, config: Config, nowMs: number, keepsLogins: boolean): ImportRules {
  const languages = createLanguages(availableLanguages(readTextsFolder(config.textsDir), config.languages));
  if (options.hasPepper && config.importPepper === undefined)
    throw new CommandError('import: --pepper needs the setting IMPORT_PEPPER, and so does the service');
  return {
    fields: config.fields,
    secrets: { pepper: config.importPepper },
    isVerified: options.isVerified ?? false,
    takesAdministrators: options.takesAdministrators,
    keepsLogins,
    defaultIndustry: options.defaultIndustry,
    nowMs,
    languageOf: (tag) => languages.negotiate(tag) ?? languages.fallback,
  };
}

/** The account of a record; undefined if it is refused or was deleted in the old system. */
function accountOf(entry: FileRecord, read: Read, rules: ImportRules, run: Run): CheckedAccount | undefined {
  const { refused, lines, counts } = run;
  const { line } = entry;
  if ('problem' in entry) {
    refused.push({ line, email: '', reason: entry.problem });
    return undefined;
  }
  const { user, unread } = read(entry.record);
  recordUnread(run, [...unread, ...undeclaredFields(user, rules).map((name) => `fields.${name}`)]);
  if (user.standing === 'deleted') {
    counts.deleted += 1;
    return undefined;
  }
  try {
    const account = checkImported(user, rules);
    const unique: [what: string, value: string][] = [['address', account.email]];
    if (account.phoneNumber !== null && !account.isPhoneShared)
      unique.push(['phone number', `phone ${account.phoneNumber}`]);
    for (const { provider, subject } of account.identities)
      unique.push([`login with ${provider}`, `${provider} ${subject}`]);
    for (const [what, value] of unique) {
      const before = lines.get(value);
      if (before !== undefined) throw new NotImported(`the same ${what} as in line ${before}`);
    }
    for (const [, value] of unique) lines.set(value, line);
    return account;
  } catch (error) {
    if (!(error instanceof NotImported)) throw error;
    refused.push({ line, email: user.email, reason: error.message });
    return undefined;
  }
}

export async function importUsers(context: CommandContext): Promise<void> {
  const [logins] = await Promise.all(FEATURE_COMMANDS.flatMap(({ importedLogins }) => importedLogins?.() ?? []));
  const options = readImportOptions(context.args, context.options);
  const rules = rulesOf(options, readConfig(context.environment, 1), context.nowMs(), logins !== undefined);
  const read = readerFor(options);
  const total = await countRecords(options, read);
  await withDatabase(context.environment, async (db, name) => {
    const run = createRun();
    const { counts } = run;
    try {
      await importAll(db, { options, rules, read, total, run, logins, note: context.note });
    } catch (error) {
      const reason = reasonOf(error);
      throw new CommandError(
        `import: stopped after ${counted(counts.imported + counts.filled, 'account')}: ${reason}. ` +
          'The same command continues from there',
      );
    }
    summarize(options, run, context);
    if (counts.imported + counts.filled > 0 && !options.isDryRun) context.note(`changed in the database ${name}`);
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
  readonly logins: ImportedLogins | undefined;
  readonly note: (line: string) => void;
}

async function importAll(db: Store, { options, rules, read, total, run, logins, note }: Import): Promise<void> {
  const progress = createProgress(total, note);
  let done = 0;
  let waiting: { line: number; account: CheckedAccount }[] = [];
  const flush = async () => {
    const outcomes = await importAccounts(
      db,
      waiting.map(({ account }) => account),
      OPERATOR,
      { ...options, fields: rules.fields, logins },
    );
    for (const [at, { line, account }] of waiting.entries()) take(outcomes[at] ?? 'there', line, account);
    waiting = [];
    progress(done);
  };
  const take = (outcome: ImportOutcome, line: number, { email, password, identities }: CheckedAccount) => {
    const { counts } = run;
    if (typeof outcome === 'string') counts[outcome] += 1;
    else run.refused.push({ line, email, reason: outcome.refused });
    if (outcome !== 'imported') return;
    counts.identities += identities.length;
    if (password !== null) return;
    counts.withoutPassword += 1;
    if (identities.length > 0) counts.withIdentityOnly += 1;
  };
  for await (const entry of readImportFile(options.file)) {
    const account = accountOf(entry, read, rules, run);
    done += 1;
    if (account) waiting.push({ line: entry.line, account });
    if (waiting.length === ASKED_AT_ONCE) await flush();
  }
  if (waiting.length > 0) await flush();
}

const EVERY_MS = 1000;

/** Reports progress and remaining time once a second. */
function createProgress(total: number, note: (line: string) => void) {
  const startedMs = performance.now();
  let saidMs = startedMs;
  return (done: number): void => {
    const nowMs = performance.now();
    if (nowMs - saidMs < EVERY_MS) return;
    saidMs = nowMs;
    const secondsLeft = Math.ceil((((nowMs - startedMs) / done) * (total - done)) / 1000);
    note(`${done} of ${total}, ${formatDuration(secondsLeft)} left`);
  };
}

const formatDuration = (seconds: number): string =>
  seconds < 100 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
