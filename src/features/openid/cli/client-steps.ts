import { isDeepStrictEqual } from 'node:util';
import type { NewSecret, ReadPart, Step } from '../../../cli/framework/apply-part.ts';
import { CommandError } from '../../../cli/framework/command-error.ts';
import { OPERATOR } from '../../../cli/framework/operator.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { operatorLogin } from '../../../core/sign-in/recent-login.ts';
import type { Store } from '../../../store/commit.ts';
import { UniqueViolation } from '../../../store/engine/database.ts';
import { addOpenIdClient, changeOpenIdClient, hasSecret, rotateClientSecret } from '../clients/change-clients.ts';
import { clientPolicyOf } from '../clients/client-policy.ts';
import { clientRepresentation } from '../clients/client-representation.ts';
import { checkClient, DEFAULT_OVERLAP_SECONDS } from '../clients/client-rules.ts';
import { findOpenIdClient, type OpenIdClient } from '../clients/client-table.ts';
import { type DesiredClient, readDesiredClients } from './desired-clients.ts';
import { openIdIsOff } from './openid-is-off.ts';

export const readClients: ReadPart = (desired, folder) => {
  const clients = readDesiredClients(desired, folder);
  return async ({ db, config, note, settingsFile }) => {
    const policy = clientPolicyOf(config, config.frontendUrl);
    const steps: Step[] = [];
    for (const client of clients) steps.push(...(await stepsForClient(db, client, policy)));
    if (clients.length > 0 && !config.features.openId) note(openIdIsOff(settingsFile.path));
    return { steps };
  };
};

const newSecret = (of: string, value: string | null): NewSecret | null =>
  value === null ? null : { name: 'client_secret', value, of };

async function stepsForClient(
  db: Store,
  { id, settings, secret }: DesiredClient,
  policy: ReturnType<typeof clientPolicyOf>,
): Promise<Step[]> {
  try {
    checkClient(settings, policy);
  } catch (error) {
    throw isRefusal(error, 'invalid_field') ? new CommandError(`${id}: ${error.message}`) : error;
  }
  const now = await findOpenIdClient(db, id);
  if (!now) {
    const add = () => addOpenIdClient(db, settings, policy, operatorLogin(), OPERATOR, { id, secret });
    return [{ message: `+ client ${id}`, take: async () => newSecret(id, (await explained(id, add)).secret) }];
  }
  for (const [setting, member] of [
    ['confidential', 'type'],
    ['pairwise', 'pairwise'],
  ] as const)
    if (now[setting] !== settings[setting])
      throw new CommandError(`${id}: ${member} cannot be changed; remove the client first, or use another id`);
  const differences = differencesBetween(now, { ...now, ...settings });
  const change = { settingsOf: () => settings, policy };
  const isOther = secret !== undefined && !hasSecret(now, secret);
  const rotation = { id, overlapSeconds: DEFAULT_OVERLAP_SECONDS, secret };
  return [
    ...differences.map((message, at) => ({
      message: `~ client ${id}: ${message}`,
      // One statement changes all members.
      take: async () => {
        if (at === 0) await changeOpenIdClient(db, id, change, operatorLogin(), OPERATOR);
        return null;
      },
    })),
    ...(isOther
      ? [
          {
            message: `~ client ${id}: another secret; the one before works for another day`,
            take: async () => {
              await rotateClientSecret(db, rotation, operatorLogin(), OPERATOR);
              return null;
            },
          },
        ]
      : []),
  ];
}

function differencesBetween(now: OpenIdClient, desired: OpenIdClient): string[] {
  const target: Readonly<Record<string, unknown>> = clientRepresentation(desired);
  return Object.entries(clientRepresentation(now))
    .filter(([member, value]) => !isDeepStrictEqual(value, target[member]))
    .map(([member, value]) => `${member} ${JSON.stringify(value)} -> ${JSON.stringify(target[member])}`);
}

async function explained<Done>(id: string, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error, 'too_many_clients')) throw new CommandError(`${id}: ${error.message}`);
    if (error instanceof UniqueViolation) throw new CommandError(`${id}: another process is adding it. Try again`);
    throw error;
  }
}
