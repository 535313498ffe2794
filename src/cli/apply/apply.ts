import { dirname } from 'node:path';
import { clientPolicyOf } from '../../config/openid-settings.ts';
import type { CommandContext } from '../command.ts';
import { onlyArgument } from '../command-error.ts';
import { withDatabase } from '../open-database.ts';
import { readStatedAdministrators, stepsForAdministrators } from './administrator-steps.ts';
import { readStatedApiKeys, stepsForApiKeys } from './api-key-steps.ts';
import { readStatedBrand, stepsForBrand } from './brand-steps.ts';
import { stepsForClient } from './client-steps.ts';
import { readStatedClients } from './stated-clients.ts';
import { readStated } from './stated-members.ts';
import type { NewSecret, Step } from './step.ts';

const MEMBERS = ['clients', 'api_keys', 'administrators', 'brand'];

/** Brings the database, and the brand in the environment file, to what the file states. What it does not name stays. */
export const apply = (context: CommandContext): Promise<void> => {
  const { environment, args, options, print, note, nowMs, settingsFile } = context;
  const stated = readFile(onlyArgument(args, 'apply: one file, see latchkey apply --help'));
  return withDatabase(environment, async (db, name, config) => {
    const policy = clientPolicyOf(config, config.frontendUrl);
    // Everything is checked before anything is changed.
    const steps: Step[] = [];
    for (const client of stated.clients) steps.push(...(await stepsForClient(db, client, policy)));
    steps.push(...(await stepsForApiKeys(db, stated.apiKeys, nowMs())));
    const brand = stepsForBrand(stated.brand, { config, environment, file: settingsFile });
    steps.push(...(await stepsForAdministrators(db, stated.administrators, note)), ...brand);
    for (const { says, take } of steps) {
      const secret = options['dry-run'] ? null : await take();
      print(inWords(says, secret), { change: says, ...asMember(secret) });
    }
    if (steps.length === 0) print('everything is as stated');
    const isSame = options['dry-run'] || steps.length === 0;
    note(`${isSame ? 'nothing was changed' : 'changed'} in the database ${name}`);
    if (brand.length > 0 && !isSame) note('restart the service: it reads the brand when it starts');
    if (stated.clients.length > 0 && !config.openid) note(openIdIsOff(settingsFile.path));
  });
};

const openIdIsOff = (file: string | undefined): string =>
  file === undefined
    ? 'OPENID is off here. If the service has its settings in a file, name it: --env-file <file>'
    : `OPENID is off in ${file}: nobody can log in to apps until it is on`;

function readFile(file: string) {
  const stated = readStated(file, MEMBERS);
  const folder = dirname(file);
  return {
    clients: readStatedClients(stated, folder),
    apiKeys: readStatedApiKeys(stated, folder),
    administrators: readStatedAdministrators(stated),
    brand: readStatedBrand(stated),
  };
}

const asMember = (secret: NewSecret | null) => (secret === null ? {} : { [secret.name]: secret.value });

const inWords = (says: string, secret: NewSecret | null): string =>
  secret === null ? says : `${says}\n${secret.name}=${secret.value}`;
