import type { FileRecord } from '../../imports/files/file-record.ts';
import type { JsonObject } from '../../imports/json-values.ts';
import type { ForeignUser } from '../../imports/users/foreign-user.ts';
import { Members } from '../../imports/users/members.ts';
import { sourceOf } from '../../imports/users/sources.ts';
import { CommandError } from '../framework/command-error.ts';
import type { ImportOptions } from './import-options.ts';
import { readImportFile } from './read-import-file.ts';

/** A user, and the members of the record that were not read. */
export type Read = (record: JsonObject) => { readonly user: ForeignUser; readonly unread: readonly string[] };

export function readerFor(options: ImportOptions): Read {
  let { source } = options;
  return (record) => {
    const members = new Members(record, options.columns);
    source ??= sourceOf(members);
    const user = source.read(members, options);
    return { user, unread: [...members.unread(), ...(user.otherLogins ?? [])] };
  };
}

/** Addresses and phone numbers of a file are kept in memory: more than a gigabyte at this number. */
const MAX_USERS = 5_000_000;

/** Reads the whole file before the import writes anything, so that a broken file changes nothing. */
export async function countRecords({ file, isVerified, columns }: ImportOptions, read: Read): Promise<number> {
  const missing = new Set([...columns.values()].filter((name) => name !== ''));
  const unsaid = createLineList();
  let total = 0;
  for await (const entry of readImportFile(file)) {
    total += 1;
    if (total > MAX_USERS)
      throw new CommandError(
        `import: ${file} has more than five million users. Import it in parts, one after the other: ` +
          'docs/moving.md says how to split it',
      );
    if (!('record' in entry)) continue;
    for (const name of missing) if (new Members(entry.record).has(name)) missing.delete(name);
    if (isVerified === undefined && isVerificationUnknown(entry, read)) unsaid.add(entry.line);
  }
  const [absent] = missing;
  if (absent !== undefined) throw new CommandError(`import: --column names ${absent}, which no user of ${file} has`);
  if (unsaid.count() === 0) return total;
  throw new CommandError(
    `import: ${unsaid.count()} of ${total} users do not say whether their address was confirmed ` +
      `(${unsaid.format()}). With --verified they can log in immediately: only if the old service confirmed them. ` +
      'With --unverified they confirm it at their first login',
  );
}

function isVerificationUnknown({ record }: Extract<FileRecord, { record: JsonObject }>, read: Read): boolean {
  const { isVerified, standing } = read(record).user;
  return isVerified === undefined && standing !== 'deleted';
}

const MAX_LISTED = 5;

/** Counts lines and remembers the first. */
function createLineList() {
  const first: number[] = [];
  let count = 0;
  return {
    add(line: number): void {
      count += 1;
      if (first.length < MAX_LISTED) first.push(line);
    },
    count: () => count,
    format(): string {
      const more = count > first.length ? ` and ${count - first.length} more` : '';
      return `${count === 1 ? 'line' : 'lines'} ${first.join(', ')}${more}`;
    },
  };
}
