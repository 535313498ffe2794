import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SCOPE_NAMES, type Scope } from '../../administration/scopes.ts';
import { Refusal } from '../../core/refusal.ts';
import { describeRequester } from '../../core/sign-in/describe-requester.ts';
import type { RecentLogin } from '../../core/sign-in/recent-login.ts';
import { isWithin } from '../../lib/is-within.ts';
import type { Requester } from '../../lib/requester.ts';
import type { Actor } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import { commitUnrecorded, type Store } from '../../store/commit.ts';
import { orThrow, type Reads } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { lock } from '../../store/tables/locks.ts';
import type { User } from '../../store/tables/user.ts';
import * as apiKeys from './table.ts';

export const MAX_KEY_NAME_LENGTH = 100;
export const MAX_LIFETIME_DAYS = 366;
const DAY_MS = 86_400_000;

/** The prefix lets secret scanners and people recognise a key. No access token begins with it. */
export const API_KEY_PREFIX = 'lk_';
const KEY = /^lk_([0-9a-f]{12})_([\w-]{43})([0-9a-f]{8})$/;

export interface ApiKey extends Omit<apiKeys.StoredApiKey, 'scopes' | 'networks'> {
  readonly scopes: readonly Scope[];
  readonly networks: readonly string[];
}

interface ApiKeyRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly networks: readonly string[];
  readonly days: number;
  /** The administrator, with a language for the e-mail; null at the command line. A demotion ends the key. */
  readonly maker: (Pick<User, 'id' | 'email'> & { readonly language: string | undefined }) | null;
}

/** The id in the text of a key, whether or not the key exists; undefined if the text is malformed. */
export const keyIdIn = (text: string): string | undefined => KEY.exec(text)?.[1];

/**
 * Creates a key. Its text is returned once and stored nowhere; `keep` receives it before the key exists, so that no key
 * exists without an owner. The e-mail to its creator cannot be switched off: a key outlives the session that created
 * it, which may have been stolen.
 */
export async function createApiKey(
  db: Store,
  { name, scopes, networks, days, maker }: ApiKeyRequest,
  { sessionId }: RecentLogin,
  actor: Actor,
  keep?: (text: string) => void,
): Promise<{ readonly text: string; readonly key: ApiKey }> {
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const text = `${API_KEY_PREFIX}${id}_${secret}${checksum(`${id}_${secret}`)}`;
  keep?.(text);
  const payload = { ...(await describeRequester(actor.requester)), key: `${name} (${API_KEY_PREFIX}${id}_…)` };
  const notice = maker ? [outbox.enqueue('api_key_made', maker.email, { language: maker.language, payload })] : [];
  const { key } = await db.commit(
    actor,
    change(
      event('api_key_made', apiKeys.ofKey(id)),
      {
        lock: lock('api_keys'),
        key: orThrow(
          apiKeys.insert({
            id,
            name,
            valueHash: hashOf(secret),
            lifetimeMs: days * DAY_MS,
            createdBy: maker?.id ?? null,
            sessionId,
            scopes: scopes.join(' '),
            networks: networks.join(' '),
          }),
          new Refusal('too_many_api_keys', {}, `at most ${apiKeys.MAX_API_KEYS}`),
        ),
      },
      { emails: notice },
    ),
  );
  return { text, key: toApiKey(key) };
}

/** Why a key is refused. Hidden from the client: the finder of a key must not learn how to use it. */
type KeyRefusal = 'malformed' | 'unknown' | 'expired' | 'orphaned' | 'network';

/** The key with this text, or the reason why it cannot be used from this address now. */
export async function useApiKey(db: Store, text: string, { address }: Requester): Promise<ApiKey | KeyRefusal> {
  const [, id = '', secret = '', sum = ''] = KEY.exec(text) ?? [];
  // A mistyped key costs no query.
  if (checksum(`${id}_${secret}`) !== sum) return 'malformed';
  const stored = await apiKeys.presented(db, id, hashOf(secret));
  if (!stored) return 'unknown';
  const { isExpired, isOrphaned, ...storedKey } = stored;
  if (isExpired !== 0) return 'expired';
  if (isOrphaned !== 0) return 'orphaned';
  const key = toApiKey(storedKey);
  if (key.networks.length > 0 && (address === null || !isWithin(key.networks)(address))) return 'network';
  await commitUnrecorded(db, 'what is done with the key is recorded', { touched: apiKeys.touch(id) });
  return key;
}

const NOT_FOUND = new Refusal('api_key_not_found');

/** The secret stays the same. Refuses if the key does not exist. */
export const changeApiKey = async (
  db: Store,
  id: string,
  { scopes, networks }: Pick<ApiKey, 'scopes' | 'networks'>,
  _recent: RecentLogin,
  actor: Actor,
): Promise<void> => {
  const changed = apiKeys.change(id, { scopes: scopes.join(' '), networks: networks.join(' ') });
  await db.commit(actor, change(event('api_key_changed', apiKeys.ofKey(id)), { key: orThrow(changed, NOT_FOUND) }));
};

export const listApiKeys = async (db: Reads): Promise<ApiKey[]> => (await apiKeys.list(db)).map(toApiKey);

/** Refuses if the key does not exist. */
export const revokeApiKey = async (db: Store, id: string, _recent: RecentLogin, actor: Actor): Promise<void> => {
  const revoked = event('api_key_revoked', apiKeys.ofKey(id), { isFirst: true });
  await db.commit(actor, change(revoked, { key: orThrow(apiKeys.remove(id), NOT_FOUND) }));
};

/** The secret has 256 random bits, so guessing cannot reverse a plain hash. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A checksum that detects typing errors. */
const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));

const toApiKey = ({ scopes, networks, ...stored }: apiKeys.StoredApiKey): ApiKey => ({
  ...stored,
  scopes: SCOPE_NAMES.filter((scope) => words(scopes).includes(scope)),
  networks: words(networks),
});
