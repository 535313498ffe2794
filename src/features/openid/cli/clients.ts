import type { CommandContext } from '../../../cli/framework/command.ts';
import { CommandError, onlyArgument, UsageError } from '../../../cli/framework/command-error.ts';
import type { OptionValues } from '../../../cli/framework/command-options.ts';
import { withDatabase } from '../../../cli/framework/open-database.ts';
import { OPERATOR } from '../../../cli/framework/operator.ts';
import { type Print, printRecord } from '../../../cli/framework/print.ts';
import { createTable } from '../../../cli/framework/table.ts';
import type { Config } from '../../../config/config.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { operatorLogin } from '../../../core/sign-in/recent-login.ts';
import type { Store } from '../../../store/commit.ts';
import {
  addOpenIdClient,
  CLIENT_DEFAULTS,
  type ClientWithSecret,
  changeOpenIdClient,
  removeClient,
  rotateClientSecret,
} from '../clients/change-clients.ts';
import { clientPolicyOf } from '../clients/client-policy.ts';
import { clientRepresentation } from '../clients/client-representation.ts';
import {
  CLIENT_TYPES,
  type ClientSettings,
  type ClientType,
  clientTypeOf,
  DEFAULT_OVERLAP_SECONDS,
  MAX_OVERLAP_SECONDS,
  PKCE_CHOICES,
  scopesInOrder,
} from '../clients/client-rules.ts';
import { findOpenIdClient, listOpenIdClients } from '../clients/client-table.ts';
import { openIdIsOff } from './openid-is-off.ts';

interface ClientCommand {
  readonly db: Store;
  readonly config: Config;
  readonly args: readonly string[];
  readonly options: OptionValues;
  readonly print: Print;
}

const COMMANDS = { list, show, add, change, 'rotate-secret': rotate, remove } as const;
export type ClientAction = keyof typeof COMMANDS;
const READING: ReadonlySet<ClientAction> = new Set(['list', 'show']);

/** The actions on clients, under the same rules as the administration API. */
export const clients =
  (action: ClientAction) =>
  ({ environment, settingsFile, args, options, print, note }: CommandContext): Promise<void> =>
    withDatabase(environment, async (db, name, config) => {
      try {
        await COMMANDS[action]({ db, config, args, options, print });
      } catch (error) {
        throw explained(action, error);
      }
      if (!READING.has(action)) note(`changed in the database ${name}`);
      if (!config.features.openId) note(openIdIsOff(settingsFile.path));
    });

async function list({ db, print }: ClientCommand): Promise<void> {
  const table = createTable(print, ['id', 'name', 'type', 'scopes', 'redirect addresses']);
  for (const one of await listOpenIdClients(db)) {
    const { id, name, scopes, redirectUris } = one;
    table.row(
      [id, name, clientTypeOf(one) + (one.native ? ', native' : ''), scopes.join(' '), redirectUris.join(' ')],
      clientRepresentation(one),
    );
  }
  table.end();
}

async function show({ db, args, print }: ClientCommand): Promise<void> {
  const id = onlyId(args);
  const client = await findOpenIdClient(db, id);
  if (!client) throw new CommandError(`there is no client ${id}${SEE_LIST}`);
  printRecord(print, clientRepresentation(client));
}

async function add({ db, config, args, options, print }: ClientCommand): Promise<void> {
  const [name = '', ...surplus] = args;
  if (name.trim() === '' || surplus.length > 0) throw new UsageError('one name, in quotation marks if it has blanks');
  const settings = readOptions(options, {
    ...CLIENT_DEFAULTS,
    name: name.trim(),
    redirectUris: [],
    confidential: readType(options) === 'confidential',
    pairwise: options.pairwise ?? false,
  });
  printSecret(await addOpenIdClient(db, settings, policyOf(config), operatorLogin(), OPERATOR), print);
}

/** --public is the older form of --type public. */
function readType({ type, public: isPublic, native }: OptionValues): ClientType {
  if (type === undefined) return isPublic || native ? 'public' : 'confidential';
  const chosen = oneOf('type', CLIENT_TYPES, type);
  if (isPublic && chosen !== 'public') throw new UsageError('--public and --type confidential contradict each other');
  return chosen;
}

function oneOf<Value extends string>(option: string, values: readonly Value[], given: string): Value {
  const chosen = values.find((value) => value === given);
  if (chosen === undefined) throw new UsageError(`--${option} is one of ${values.join(', ')}`);
  return chosen;
}

async function change({ db, config, args, options, print }: ClientCommand): Promise<void> {
  const id = onlyId(args);
  const changes = { settingsOf: (now: ClientSettings) => readOptions(options, now), policy: policyOf(config) };
  const changed = await changeOpenIdClient(db, id, changes, operatorLogin(), OPERATOR);
  print(`${id} is changed`, clientRepresentation(changed));
}

async function rotate({ db, args, options, print }: ClientCommand): Promise<void> {
  const id = onlyId(args);
  const { overlap = String(DEFAULT_OVERLAP_SECONDS) } = options;
  if (!/^\d{1,7}$/.test(overlap) || Number(overlap) > MAX_OVERLAP_SECONDS)
    throw new UsageError(`--overlap is a number of seconds from 0 to ${MAX_OVERLAP_SECONDS}`);
  const rotated = await rotateClientSecret(db, { id, overlapSeconds: Number(overlap) }, operatorLogin(), OPERATOR);
  printSecret(rotated, print);
}

async function remove({ db, args, print }: ClientCommand): Promise<void> {
  const id = onlyId(args);
  await removeClient(db, id, operatorLogin(), OPERATOR);
  print(`${id} is removed`, { id });
}

function readOptions(options: OptionValues, before: ClientSettings): ClientSettings {
  const address = (given: string | undefined, current: string | null) =>
    given === undefined ? current : given.trim() || null;
  const { scopes } = options;
  return {
    ...before,
    name: options.name?.trim() ?? before.name,
    redirectUris: options['redirect-uri'] ?? before.redirectUris,
    postLogoutRedirectUris:
      options['post-logout-redirect-uri']?.filter((uri) => uri !== '') ?? before.postLogoutRedirectUris,
    logoUri: address(options['logo-uri'], before.logoUri),
    audience: address(options.audience, before.audience),
    backchannelLogoutUri: address(options['backchannel-logout-uri'], before.backchannelLogoutUri),
    clientUri: address(options['client-uri'], before.clientUri),
    initiateLoginUri: address(options['initiate-login-uri'], before.initiateLoginUri),
    scopes:
      scopes === undefined ? before.scopes : scopesInOrder(scopes.split(/[\s,]+/).filter((scope) => scope !== '')),
    pkce: options.pkce === undefined ? before.pkce : oneOf('pkce', PKCE_CHOICES, options.pkce),
    native: options['no-native'] ? false : (options.native ?? before.native),
    firstParty: options['no-first-party'] ? false : (options['first-party'] ?? before.firstParty),
  };
}

/** Prints lines for an environment file. */
function printSecret({ client, secret }: ClientWithSecret, print: Print): void {
  const lines = [`client_id=${client.id}`, ...(secret === null ? [] : [`client_secret=${secret}`])];
  print(lines.join('\n'), { client: clientRepresentation(client), client_secret: secret });
}

/** Production has FRONTEND_URL; elsewhere, only the running service knows its own address. */
const policyOf = (config: Config) => clientPolicyOf(config, config.frontendUrl);

const onlyId = (positionals: readonly string[]): string =>
  onlyArgument(positionals, 'one client id, see latchkey clients list');

const SEE_LIST = ', see latchkey clients list';

function explained(action: ClientAction, error: unknown): unknown {
  const failed = (message: string) => new CommandError(`clients ${action}: ${message}`);
  if (error instanceof UsageError) return new UsageError(`clients ${action}: ${error.message}`);
  if (error instanceof CommandError) return failed(error.message);
  if (isRefusal(error, 'client_without_secret')) return failed('a public client has no secret');
  if (isRefusal(error, 'client_not_found')) return failed(`${error.message}${SEE_LIST}`);
  if (isRefusal(error, 'too_many_clients')) return failed(`${error.message}. Remove one first`);
  if (!isRefusal(error, 'invalid_field')) return error;
  // Options are named after members, in the singular if they are repeated.
  const { field = '', rule } = error.details;
  const option = field === 'name' ? 'the name' : `--${field.replace(/uris$/, 'uri').replaceAll('_', '-')}`;
  return new UsageError(`clients ${action}: ${option} must be ${rule}`);
}
