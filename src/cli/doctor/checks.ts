import { FEATURE_COMMANDS } from '../../features/commands.ts';
import { type Examine, inDatabase } from '../framework/finding.ts';
import { checkClock, checkInstances } from './database-checks.ts';
import { checkDisk, checkFiles } from './file-checks.ts';
import { checkFrontend, checkProxy } from './frontend-checks.ts';
import { checkDataKeys, checkKeyFolders, checkSigningKeys } from './key-checks.ts';
import { checkMail } from './mail-checks.ts';
import { checkFeatures, checkSettings } from './settings-checks.ts';

/** Every check, in the order of the report; docs/troubleshooting.md has a section for each. */
export const EXAMINE: Readonly<Record<string, Examine>> = {
  settings: checkSettings,
  database: ({ ofDatabase }) => ofDatabase,
  schema: ({ ofSchema }) => [ofSchema],
  'signing-keys': checkSigningKeys,
  'data-keys': checkDataKeys,
  mail: checkMail,
  ...Object.fromEntries(FEATURE_COMMANDS.flatMap(({ checks = {} }) => Object.entries(checks))),
  disk: checkDisk,
  files: checkFiles,
  instances: inDatabase(checkInstances),
  clock: inDatabase(checkClock, { needsSchema: false }),
  'key-folders': inDatabase(checkKeyFolders),
  frontend: checkFrontend,
  proxy: checkProxy,
  off: checkFeatures,
};

export const CHECKS = Object.keys(EXAMINE);

/** Checks that need no running service, for `latchkey check`. */
export const BEFORE_THE_START = CHECKS.slice(0, CHECKS.indexOf('instances'));
