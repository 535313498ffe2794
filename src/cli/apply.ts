import { isDeepStrictEqual, parseArgs } from 'node:util';
import { clientRepresentation } from '../accounts/openid-client-representation.ts';
import { checkClient, InvalidClient, USUAL_OVERLAP_SECONDS } from '../accounts/openid-client-rules.ts';
import { addOpenIdClient, changeOpenIdClient, hasSecret, rotateClientSecret } from '../accounts/openid-clients.ts';
import { operatorLogin } from '../accounts/recent-login.ts';
import { isRefusal } from '../accounts/refusal.ts';
import { readConfig } from '../config/config.ts';
import { clientPolicyOf } from '../config/openid-settings.ts';
import { type Database, UniqueViolation } from '../store/database.ts';
import { findOpenIdClient, type OpenIdClient } from '../store/openid-clients.ts';
import type { CommandContext } from './command.ts';
import { CommandError, onlyArgument } from './command-error.ts';
import { withDatabase } from './open-database.ts';
import { OPERATOR } from './operator.ts';
import { readStatedClients, type StatedClient } from './stated-clients.ts';

/** What has to be done for one client to be as it is stated. */
interface Step {
  readonly says: string;
  /** Returns a secret that was made, to be shown once. */
  readonly take: () => Promise<string | null>;
}

/** Brings the database to what the file states. What the file does not name stays as it is. */
export const apply = ({ environment, args, print, note }: CommandContext): Promise<void> => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' } },
  });
  const stated = readStatedClients(onlyArgument(positionals, 'apply: one file, see latchkey apply --help'));
  return withDatabase(environment, async (db, name) => {
    const config = readConfig(environment, 1);
    const policy = clientPolicyOf(config, config.frontendUrl);
    // Everything is checked before anything is changed.
    const steps: Step[] = [];
    for (const client of stated) {
      try {
        checkClient(client.settings, policy);
      } catch (error) {
        throw error instanceof InvalidClient ? new CommandError(`${client.id}: ${error.message}`) : error;
      }
      steps.push(...(await stepsFor(db, client, policy)));
    }
    for (const { says, take } of steps) {
      const secret = values['dry-run'] ? null : await take();
      print(secret === null ? says : `${says}\nclient_secret=${secret}`);
    }
    if (steps.length === 0) print('everything is as stated');
    const isSame = values['dry-run'] || steps.length === 0;
    note(`${isSame ? 'nothing was changed' : 'changed'} in the database ${name}`);
    if (!config.openid) note('OPENID is off: nobody can log in to apps until it is on');
  });
};

async function stepsFor(
  db: Database,
  { id, settings, secret }: StatedClient,
  policy: ReturnType<typeof clientPolicyOf>,
): Promise<Step[]> {
  const now = await findOpenIdClient(db, id);
  if (!now) {
    const add = () => addOpenIdClient(db, settings, policy, operatorLogin(), OPERATOR, { id, secret });
    return [{ says: `+ client ${id}`, take: async () => (await explained(id, add)).secret }];
  }
  for (const member of ['confidential', 'pairwise'] as const)
    if (now[member] !== settings[member])
      throw new CommandError(`${id}: ${member} cannot be changed; remove the client first, or state another id`);
  const differences = differencesBetween(now, { ...now, ...settings });
  const change = { change: () => settings, policy };
  const isOther = secret !== undefined && !hasSecret(now, secret);
  const rotation = { id, overlapSeconds: USUAL_OVERLAP_SECONDS, secret };
  return [
    ...differences.map((says, at) => ({
      says: `~ client ${id}: ${says}`,
      // All of them in one statement.
      take: async () => {
        if (at === 0) await changeOpenIdClient(db, id, change, operatorLogin(), OPERATOR);
        return null;
      },
    })),
    ...(isOther
      ? [
          {
            says: `~ client ${id}: another secret; the one before works for another day`,
            take: async () => {
              await rotateClientSecret(db, rotation, operatorLogin(), OPERATOR);
              return null;
            },
          },
        ]
      : []),
  ];
}

function differencesBetween(now: OpenIdClient, stated: OpenIdClient): string[] {
  const wanted: Readonly<Record<string, unknown>> = clientRepresentation(stated);
  return Object.entries(clientRepresentation(now))
    .filter(([member, value]) => !isDeepStrictEqual(value, wanted[member]))
    .map(([member, value]) => `${member} ${JSON.stringify(value)} -> ${JSON.stringify(wanted[member])}`);
}

async function explained<Done>(id: string, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error, 'too_many_clients')) throw new CommandError(`${id}: ${error.message}`);
    if (error instanceof UniqueViolation) throw new CommandError(`${id}: somebody else is adding it; try again`);
    throw error;
  }
}
