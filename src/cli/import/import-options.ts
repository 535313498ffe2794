import { statSync } from 'node:fs';
import type { FirebaseParameters, UserSource } from '../../imports/users/foreign-user.ts';
import type { Columns } from '../../imports/users/members.ts';
import { SOURCES } from '../../imports/users/sources.ts';
import { UsageError } from '../framework/command-error.ts';
import type { OptionValues } from '../framework/command-options.ts';
import { readText } from '../framework/file-problem.ts';
import { refuseForeignReport } from './report.ts';

export interface ImportOptions {
  readonly file: string;
  readonly source: UserSource | undefined;
  readonly isDryRun: boolean;
  /** Fills in what an earlier import left out of existing accounts. */
  readonly isUpdate: boolean;
  readonly takesAdministrators: boolean;
  /** Undefined: neither option is given. */
  readonly isVerified: boolean | undefined;
  readonly hasPepper: boolean;
  readonly defaultIndustry: string;
  readonly firebase: FirebaseParameters | undefined;
  readonly columns: Columns;
  readonly report: string;
}

const refuse = (problem: string) => new UsageError(`import: ${problem}, see latchkey import --help`);

export function readImportOptions([file, ...surplus]: readonly string[], values: OptionValues): ImportOptions {
  if (file === undefined || surplus.length > 0)
    throw refuse('which file? Example: latchkey import users.jsonl --dry-run');
  if (values.verified && values.unverified) throw refuse('--verified and --unverified are opposites');
  const report = values.report ?? `${file}.refused.jsonl`;
  if (isSameFile(file, report)) throw refuse('--report names the file that is imported');
  refuseForeignReport(report);
  return {
    file,
    source: sourceNamed(values.from),
    isDryRun: values['dry-run'] === true,
    isUpdate: values.update === true,
    takesAdministrators: values.admins === true,
    isVerified: values.verified ? true : values.unverified ? false : undefined,
    hasPepper: values.pepper === true,
    defaultIndustry: values['default-industry'] ?? '',
    firebase: firebaseParameters(values['firebase-config']),
    columns: new Map((values.column ?? []).map(columnOf)),
    report,
  };
}

/** Compares files, not paths. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

function sourceNamed(name: string | undefined): UserSource | undefined {
  if (name === undefined) return undefined;
  const source = SOURCES.find((source) => source.name === name);
  if (!source) throw refuse(`--from is one of ${SOURCES.map((source) => source.name).join(', ')}, not ${name}`);
  return source;
}

function columnOf(text: string): [ours: string, theirs: string] {
  const [, ours, theirs] = /^([\w-]+)=(.*)$/s.exec(text) ?? [];
  if (ours === undefined || theirs === undefined) throw refuse('--column is written full_name=display_name');
  return [ours, theirs];
}

/** Parses the block of Firebase's console, JSON or not: `base64_signer_key: jxsp…`. */
function firebaseParameters(file: string | undefined): FirebaseParameters | undefined {
  if (file === undefined) return undefined;
  const text = readText(file);
  const value = (name: string) => new RegExp(`"?${name}"?\\s*[:=]\\s*"?([\\w+/=-]+)`).exec(text)?.[1];
  const signerKey = value('base64_signer_key');
  if (signerKey === undefined) throw refuse(`${file} has no base64_signer_key`);
  return {
    signerKey,
    saltSeparator: value('base64_salt_separator') ?? '',
    rounds: Number(value('rounds') ?? 8),
    memoryCost: Number(value('mem_cost') ?? 14),
  };
}
