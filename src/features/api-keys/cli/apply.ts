import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SCOPE_NAMES, type Scope } from '../../../administration/scopes.ts';
import type { ApplyContext, NewSecret, Plan, ReadPart, Step } from '../../../cli/framework/apply-part.ts';
import { CommandError, parseValue } from '../../../cli/framework/command-error.ts';
import {
  type DesiredObject,
  objectsOf,
  refuseTwice,
  textOf,
  textsOf,
  wrongMember,
} from '../../../cli/framework/desired-members.ts';
import { readText } from '../../../cli/framework/file-problem.ts';
import { OPERATOR } from '../../../cli/framework/operator.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { operatorLogin } from '../../../core/sign-in/recent-login.ts';
import { networks } from '../../../declare/url-formats.ts';
import { createFile } from '../../../lib/file-ownership.ts';
import { entryAt } from '../../../lib/path-to-write.ts';
import type { Store } from '../../../store/commit.ts';
import {
  type ApiKey,
  changeApiKey,
  createApiKey,
  keyIdIn,
  listApiKeys,
  MAX_KEY_NAME_LENGTH,
  MAX_LIFETIME_DAYS,
} from '../api-keys.ts';

/** A key is identified by its name. */
interface DesiredApiKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly networks: readonly string[];
  /** The lifetime of a new key. */
  readonly days: number;
  /** The file that a new key is written to; without one, it is printed. */
  readonly keyFile: string | undefined;
}

const MEMBERS = ['name', 'scopes', 'networks', 'days', 'key_file'];
const DEFAULT_DAYS = 90;

export const readApiKeys: ReadPart = (desired, folder) => {
  const keys = readDesiredApiKeys(desired, folder);
  return (context) => planApiKeys(keys, context);
};

function readDesiredApiKeys(desired: DesiredObject, folder: string): DesiredApiKey[] {
  const read = objectsOf(desired, 'api_keys', MEMBERS).map((one) => readApiKey(one, folder));
  refuseTwice(
    'api_keys',
    read.map(({ name }) => name),
  );
  refuseTwice(
    'api_keys, key_file',
    read.flatMap(({ keyFile }) => keyFile ?? []),
  );
  return read;
}

function readApiKey(desired: DesiredObject, folder: string): DesiredApiKey {
  const name = textOf(desired, 'name') ?? '';
  if (name === '' || [...name].length > MAX_KEY_NAME_LENGTH)
    throw wrongMember(desired, 'name', `a text of 1 to ${MAX_KEY_NAME_LENGTH} characters`);
  const requested = textsOf(desired, 'scopes', []);
  const scopes = SCOPE_NAMES.filter((scope) => requested.includes(scope));
  if (scopes.length === 0 || scopes.length < new Set(requested).size)
    throw wrongMember(desired, 'scopes', `a list of some of ${SCOPE_NAMES.join(', ')}`);
  const { days = DEFAULT_DAYS } = desired.members;
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MAX_LIFETIME_DAYS)
    throw wrongMember(desired, 'days', `a whole number from 1 to ${MAX_LIFETIME_DAYS}`);
  const file = textOf(desired, 'key_file');
  return {
    name,
    scopes,
    days,
    networks: readNetworks(desired),
    keyFile: file === null ? undefined : resolve(folder, file),
  };
}

const readNetworks = (desired: DesiredObject): readonly string[] =>
  parseValue(networks, textsOf(desired, 'networks', []).join(','), `${desired.where}.networks`, CommandError);

async function planApiKeys(desired: readonly DesiredApiKey[], { db, nowMs }: ApplyContext): Promise<Plan> {
  if (desired.length === 0) return { steps: [] };
  const atMs = nowMs();
  const valid = (await listApiKeys(db)).filter(({ expiresAtMs }) => expiresAtMs > atMs);
  const steps = desired.flatMap((one): Step[] => {
    const [now, ...further] = valid.filter(({ name }) => name === one.name);
    if (further.length > 0)
      throw new CommandError(`api_keys: several keys are called ${one.name}; revoke all but one, see api-keys list`);
    if (now) return changes(db, now, one);
    refuseFileInUse(one, valid);
    return [{ message: `+ API key ${one.name}`, take: () => create(db, one) }];
  });
  return { steps };
}

/** Only a file whose key has expired, or was never stored because a run was killed, may be overwritten. */
function refuseFileInUse({ name, keyFile }: DesiredApiKey, valid: readonly ApiKey[]): void {
  const entry = keyFile === undefined ? undefined : entryAt(keyFile);
  if (keyFile === undefined || !entry) return;
  const text = entry.isFile() ? readText(keyFile).trim() : undefined;
  const id = keyIdIn(text ?? '');
  if (text !== '' && (id === undefined || valid.some((key) => key.id === id)))
    throw new CommandError(`${name}: ${keyFile} has other content, and was not changed`);
}

function changes(db: Store, now: ApiKey, { scopes, networks: from }: DesiredApiKey): Step[] {
  const differences = [['scopes', now.scopes, scopes] as const, ['networks', now.networks, from] as const].filter(
    ([, before, after]) => !isDeepStrictEqual([...before], [...after]),
  );
  return differences.map(([member, before, after], at) => ({
    message: `~ API key ${now.name}: ${member} ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    // One statement changes both.
    take: async () => {
      if (at === 0) await changeApiKey(db, now.id, { scopes, networks: from }, operatorLogin(), OPERATOR);
      return null;
    },
  }));
}

async function create(db: Store, { keyFile, ...wanted }: DesiredApiKey): Promise<NewSecret | null> {
  const keep = (text: string) => {
    if (keyFile === undefined) return;
    rmSync(keyFile, { force: true });
    createFile(keyFile, `${text}\n`);
  };
  try {
    const { text } = await createApiKey(db, { ...wanted, maker: null }, operatorLogin(), OPERATOR, keep);
    return keyFile === undefined ? { name: 'api_key', value: text, of: wanted.name } : null;
  } catch (error) {
    if (!isRefusal(error, 'too_many_api_keys')) throw error;
    if (keyFile !== undefined) rmSync(keyFile, { force: true });
    throw new CommandError(`${wanted.name}: there are too many keys, ${error.message}. Revoke one first`);
  }
}
