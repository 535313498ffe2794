import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { sealsData } from '../config/features.ts';
import { readOrGenerateSecretFile, readSecretFile } from '../lib/secret-file.ts';
import { createDataKeys, type DataKeys } from './data-keys.ts';

/** The name of the data key generated in development. */
const GENERATED = 'generated';

/** Stored, so that sealed values can be opened after a restart. */
export const generatedDataKeyFile = (dataDir: string): string => join(dataDir, 'data-key');

/**
 * The data keys that the enabled features need. In development without DATA_KEYS, generates one and stores it in
 * DATA_DIR.
 */
export function openDataKeys(config: Config): DataKeys {
  return sealsData(config.features) ? ringOf(config, readOrGenerateSecretFile) : existingDataKeys(config);
}

/** The data keys for commands, which never generate one. */
export const existingDataKeys = (config: Config): DataKeys => ringOf(config, readSecretFile);

/** In development, the generated key still opens values after DATA_KEYS is set. */
function ringOf({ dataKeys, production, dataDir }: Config, read: (file: string) => string | undefined): DataKeys {
  const named = dataKeys.map(({ kid, secret }) => ({ name: kid, secret }));
  if (production) return createDataKeys(named);
  const file = generatedDataKeyFile(dataDir);
  const generated = named.length > 0 ? readSecretFile(file) : read(file);
  return createDataKeys(generated === undefined ? named : [...named, { name: GENERATED, secret: generated }]);
}
