import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { clientPolicyOf } from '../../config/openid-settings.ts';
import type { Store } from '../../store/commit.ts';
import type { NewSecret, Step } from '../framework/apply-part.ts';
import type { CommandContext } from '../framework/command.ts';
import { CommandError, onlyArgument } from '../framework/command-error.ts';
import { readDesired } from '../framework/desired-members.ts';
import { withDatabase } from '../framework/open-database.ts';
import { openIdIsOff } from '../framework/settings-of-service.ts';
import { readDesiredAdministrators, stepsForAdministrators } from './administrator-steps.ts';
import { readDesiredApiKeys, stepsForApiKeys } from './api-key-steps.ts';
import { brandToSet, readDesiredBrand } from './brand.ts';
import { stepsForClient } from './client-steps.ts';
import { readDesiredClients } from './desired-clients.ts';

const MEMBERS = ['clients', 'api_keys', 'administrators', 'brand'];

/** Makes the database match the file and prints the brand settings to change. Does not touch what the file omits. */
export const apply = (context: CommandContext): Promise<void> => {
  const { environment, args, options, print, note, nowMs, settingsFile } = context;
  const desired = readFile(onlyArgument(args, 'apply: one file, see latchkey apply --help'));
  return withDatabase(environment, async (db, name, config) => {
    const policy = clientPolicyOf(config, config.frontendUrl);
    // Everything is checked before anything is changed.
    const steps: Step[] = [];
    for (const client of desired.clients) steps.push(...(await stepsForClient(db, client, policy)));
    steps.push(...(await stepsForApiKeys(db, desired.apiKeys, nowMs())));
    steps.push(...(await stepsForAdministrators(db, desired.administrators, note)));
    const brand = brandToSet(desired.brand, config, settingsFile);
    for (const { message, take } of steps) {
      const secret = options['dry-run'] ? null : await take();
      print(formatStep(message, secret), { change: message, ...asMember(secret) });
    }
    if (steps.length === 0 && brand === undefined) print('nothing to change');
    const isSame = options['dry-run'] || steps.length === 0;
    note(`${isSame ? 'nothing was changed' : 'changed'} in the database ${name}`);
    if (desired.clients.length > 0 && !config.features.openId) note(openIdIsOff(settingsFile.path));
    if (brand === undefined) return;
    if (!options['dry-run']) throw new CommandError(brand);
    note(brand);
  });
};

/** Adds the clients of the file to a database without clients. Returns the secrets that were generated, by client. */
export async function addClients(db: Store, file: string, config: Config): Promise<Readonly<Record<string, string>>> {
  const policy = clientPolicyOf(config, config.frontendUrl);
  const secrets: Record<string, string> = {};
  for (const client of readFile(file).clients)
    for (const { take } of await stepsForClient(db, client, policy)) {
      const secret = await take();
      if (secret) secrets[client.id] = secret.value;
    }
  return secrets;
}

function readFile(file: string) {
  const desired = readDesired(file, MEMBERS);
  const folder = dirname(file);
  return {
    clients: readDesiredClients(desired, folder),
    apiKeys: readDesiredApiKeys(desired, folder),
    administrators: readDesiredAdministrators(desired),
    brand: readDesiredBrand(desired),
  };
}

const asMember = (secret: NewSecret | null) => (secret === null ? {} : { [secret.name]: secret.value });

const formatStep = (message: string, secret: NewSecret | null): string =>
  secret === null ? message : `${message}\n${secret.name}=${secret.value}`;
