import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readOrGenerateSecretFile, readSecretFile } from '../lib/secret-file.ts';
import type { SigningKeySettings } from './signing-key-ring.ts';

/** Key settings for the service. If no key is configured (development only), generates a secret in DATA_DIR. */
export const signingKeySettings = (config: Config): SigningKeySettings => ({
  ...config,
  signingSecret: config.needsGeneratedSecret
    ? readOrGenerateSecretFile(generatedSecretFile(config.dataDir))
    : config.signingSecret,
});

/** Key settings for commands that only read: never generates a secret. */
export const existingSigningKeySettings = (config: Config): SigningKeySettings => ({
  ...config,
  signingSecret: config.needsGeneratedSecret
    ? readSecretFile(generatedSecretFile(config.dataDir))
    : config.signingSecret,
});

/** Stored, so that tokens survive a restart. */
export const generatedSecretFile = (dataDir: string): string => join(dataDir, 'signing-secret');
