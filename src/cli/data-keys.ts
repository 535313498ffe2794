import { dataKeysInUse, resealAll } from '../administration/rotate-data-keys.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import { existingDataKeys } from '../keys/open-data-keys.ts';
import type { SharedStore } from '../store/commit.ts';
import type { CommandContext } from './framework/command.ts';
import { CommandError } from './framework/command-error.ts';
import { withDatabase } from './framework/open-database.ts';
import { OPERATOR } from './framework/operator.ts';
import { counted } from './framework/print.ts';
import { warnOfMissingKeys } from './framework/settings-of-service.ts';
import { createTable } from './framework/table.ts';

/**
 * Lists the data keys with the number of values that each seals, and opens one value of each kind. Fails if a value
 * does not open.
 */
export const listDataKeys = (context: CommandContext): Promise<void> =>
  withDatabase(context.environment, async (db, _, config) => {
    const { print } = context;
    const dataKeys = existingDataKeys(config);
    await warnOfMissingKeys(db, 'data', { ...context, config });
    const uses = await dataKeysInUse(db, dataKeys);
    const names = new Set([...dataKeys.names, ...uses.map(({ name }) => name)]);
    const table = createTable(print, ['key', 'state', 'sealed values', 'fingerprint']);
    for (const name of names) {
      const { values = 0 } = uses.find((use) => use.name === name) ?? {};
      const state = stateOf(dataKeys, name);
      const fingerprint = dataKeys.names.includes(name) ? dataKeys.fingerprint(name) : null;
      table.row([name, state, values, fingerprint ?? '-'], { key: name, state, sealed_values: values, fingerprint });
    }
    table.end();
    const failures = uses.flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0) throw new CommandError(`data-keys list: ${failures.join('; ')}`);
  });

const stateOf = ({ names }: DataKeys, name: string): string => {
  if (!names.includes(name)) return 'missing';
  return name === names[0] ? 'seals' : 'opens';
};

/** Seals everything with the first key, so that the others can be removed from DATA_KEYS. */
export const rotateDataKeys = (context: CommandContext): Promise<void> =>
  withDatabase(context.environment, async (db, name, config) => {
    const { print, note } = context;
    const dataKeys = existingDataKeys(config);
    if (dataKeys.names.length === 0) throw new CommandError('data-keys rotate: DATA_KEYS is not set');
    await warnOfMissingKeys(db, 'data', { ...context, config });
    const { resealed, failures } = await resealAll(db, dataKeys, OPERATOR);
    const unused = await unusedKeys(db, dataKeys);
    const sealed = `${counted(resealed, 'value')} sealed again with ${dataKeys.names[0]}`;
    print(sealed, { sealed_values: resealed, unused_keys: unused });
    note(`changed in the database ${name}`);
    if (failures.length > 0)
      throw new CommandError(`data-keys rotate: not opened: ${counted(failures.length, 'value')}. ${failures[0]}`);
    if (unused.length > 0) print(`no longer needed in DATA_KEYS, except for earlier backups: ${unused.join(', ')}`);
  });

async function unusedKeys(db: SharedStore, dataKeys: DataKeys): Promise<string[]> {
  const used = (await dataKeysInUse(db, dataKeys)).map(({ name }) => name);
  return dataKeys.names.slice(1).filter((name) => !used.includes(name));
}
