import { isScope, SCOPE_NAMES } from '../../../administration/scopes.ts';
import { CommandError, onlyArgument, parseValue, UsageError } from '../../../cli/framework/command-error.ts';
import type { OptionValues } from '../../../cli/framework/command-options.ts';
import { OPERATOR } from '../../../cli/framework/operator.ts';
import type { Print } from '../../../cli/framework/print.ts';
import { createTable } from '../../../cli/framework/table.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { operatorLogin } from '../../../core/sign-in/recent-login.ts';
import { networks } from '../../../declare/url-formats.ts';
import { isoTime, isoTimeOrNull } from '../../../lib/iso-time.ts';
import type { Store } from '../../../store/commit.ts';
import {
  type ApiKey,
  createApiKey,
  keyIdIn,
  listApiKeys,
  MAX_KEY_NAME_LENGTH,
  MAX_LIFETIME_DAYS,
  revokeApiKey,
} from '../api-keys.ts';

const COLUMNS = ['id', 'name', 'scopes', 'networks', 'expires', 'last used', 'made by'];
const EXAMPLE = 'latchkey api-keys create "Support desk" --scopes users:read,users:write --days 90';

export async function listKeys(db: Store, _args: readonly string[], print: Print): Promise<void> {
  const table = createTable(print, COLUMNS);
  for (const key of await listApiKeys(db)) {
    const { id, name, scopes, networks: from, expiresAtMs, lastUsedAtMs, createdBy } = key;
    const lastUsed = lastUsedAtMs === null ? '-' : isoTime(lastUsedAtMs);
    const madeBy = createdBy === null ? 'operator' : `account ${createdBy}`;
    table.row(
      [id, name, scopes.join(' '), from.join(' ') || 'anywhere', isoTime(expiresAtMs), lastUsed, madeBy],
      asJson(key),
    );
  }
  table.end();
}

const asJson = ({ id, name, scopes, networks: from, expiresAtMs, lastUsedAtMs, createdBy }: ApiKey) => ({
  id,
  name,
  scopes,
  networks: from,
  expires_at: isoTime(expiresAtMs),
  last_used_at: isoTimeOrNull(lastUsedAtMs),
  created_by: createdBy,
});

/** Prints the key alone, so that a script can store it. It belongs to no administrator, and ends with none. */
export async function createKey(
  db: Store,
  args: readonly string[],
  print: Print,
  options: OptionValues = {},
): Promise<void> {
  const newKey = readNewKey(args, options);
  try {
    const { text, key } = await createApiKey(db, { ...newKey, maker: null }, operatorLogin(), OPERATOR);
    print(text, { ...asJson(key), key: text });
  } catch (error) {
    if (!isRefusal(error, 'too_many_api_keys')) throw error;
    throw new CommandError(`api-keys create: there are too many keys, ${error.message}. Revoke one first`);
  }
}

export async function revokeKey(db: Store, args: readonly string[], print: Print): Promise<void> {
  const id = onlyArgument(
    args,
    'api-keys revoke: which key? Example: latchkey api-keys revoke 3f9a1c0b7d24 (see api-keys list)',
  );
  // Someone who found a leaked key may pass the whole key.
  const idInText = keyIdIn(id) ?? id;
  try {
    await revokeApiKey(db, idInText, operatorLogin(), OPERATOR);
  } catch (error) {
    if (!isRefusal(error, 'api_key_not_found')) throw error;
    throw new CommandError(`api-keys revoke: there is no key ${idInText}, see latchkey api-keys list`);
  }
  print(`${idInText} is revoked`, { id: idInText });
}

function readNewKey([name = '', ...surplus]: readonly string[], options: OptionValues) {
  const scopes = words(options.scopes);
  const { days = '90' } = options;
  if (name.trim() === '' || surplus.length > 0) throw new UsageError(`api-keys create: one name. Example: ${EXAMPLE}`);
  if ([...name].length > MAX_KEY_NAME_LENGTH)
    throw new UsageError(`api-keys create: the name has at most ${MAX_KEY_NAME_LENGTH} characters`);
  if (scopes.length === 0 || !scopes.every(isScope))
    throw new UsageError(`api-keys create: --scopes lists some of ${SCOPE_NAMES.join(', ')}. Example: ${EXAMPLE}`);
  if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > MAX_LIFETIME_DAYS)
    throw new UsageError(`api-keys create: --days is a number from 1 to ${MAX_LIFETIME_DAYS}`);
  return { name: name.trim(), scopes: [...new Set(scopes)], days: Number(days), networks: readNetworks(options) };
}

const words = (list = ''): string[] => list.split(/[\s,]+/).filter((word) => word !== '');

const readNetworks = ({ networks: list = '' }: OptionValues): readonly string[] =>
  parseValue(networks, list, 'api-keys create: --networks');
