import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readOrGenerateSecretFile, readSecretFile } from '../lib/secret-file.ts';
import { createDataKeys, type DataKeys } from './data-keys.ts';

/** The name of the data key that development generates. */
const GENERATED = 'generated';

/** Stored, so that what it seals can be opened after a restart. */
export const generatedDataKeyFile = (dataDir: string): string => join(dataDir, 'data-key');

/**
 * The data keys of the service, for what is switched on. In development without DATA_KEYS, generates one and stores it
 * in DATA_DIR.
 */
export function openDataKeys(config: Config): DataKeys {
  const { authenticatorApps, passkeys, identities, emailLogin } = config.features;
  const isNeeded = authenticatorApps || passkeys || identities || emailLogin;
  return isNeeded ? ringOf(config, readOrGenerateSecretFile) : existingDataKeys(config);
}

/** For commands: never generates a key. */
export const existingDataKeys = (config: Config): DataKeys => ringOf(config, readSecretFile);

/** The key that was generated in development goes on opening when DATA_KEYS is set there. */
function ringOf({ dataKeys, production, dataDir }: Config, read: (file: string) => string | undefined): DataKeys {
  const named = dataKeys.map(({ kid, secret }) => ({ name: kid, secret }));
  if (production) return createDataKeys(named);
  const file = generatedDataKeyFile(dataDir);
  const generated = named.length > 0 ? readSecretFile(file) : read(file);
  return createDataKeys(generated === undefined ? named : [...named, { name: GENERATED, secret: generated }]);
}
