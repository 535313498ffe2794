import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../../../core/refusal.ts';
import type { RecentLogin } from '../../../core/sign-in/recent-login.ts';
import type { Actor } from '../../../store/audit/record.ts';
import { change, event } from '../../../store/change.ts';
import { NOTHING, orNothing, retryOnConflict, type Store } from '../../../store/commit.ts';
import { orThrow } from '../../../store/engine/database.ts';
import { isOfSender } from '../../../store/request-sender.ts';
import { lock } from '../../../store/tables/locks.ts';
import type { ClientPolicy } from '../services.ts';
import { type ClientSettings, checkClient } from './client-rules.ts';
import * as clients from './client-table.ts';
import { findOpenIdClient, MAX_CLIENTS, type OpenIdClient } from './client-table.ts';

/** The defaults of a new client. */
export const CLIENT_DEFAULTS: Omit<ClientSettings, 'name' | 'redirectUris' | 'confidential'> = {
  logoUri: null,
  postLogoutRedirectUris: [],
  native: false,
  firstParty: false,
  scopes: ['openid', 'profile', 'email'],
  audience: null,
  pairwise: false,
  backchannelLogoutUri: null,
  clientUri: null,
  initiateLoginUri: null,
  pkce: 'required',
};

/** A client with its secret, which is shown once and stored nowhere. */
export interface ClientWithSecret {
  readonly client: OpenIdClient;
  /** Null: a public client, or a secret that the caller supplied. */
  readonly secret: string | null;
}

/** Whether this is the current secret. */
export const hasSecret = ({ secretHashes: [newest] }: OpenIdClient, secret: string): boolean =>
  newest?.hash.equals(hashOf(secret)) ?? false;

const notFound = (id: string) => new Refusal('client_not_found', {}, `there is no client ${id}`);
const TOO_MANY = new Refusal('too_many_clients', {}, `at most ${MAX_CLIENTS} clients`);

export async function addOpenIdClient(
  db: Store,
  settings: ClientSettings,
  policy: ClientPolicy,
  _recent: RecentLogin,
  actor: Actor,
  chosen: { readonly id?: string; readonly secret?: string | undefined } = {},
): Promise<ClientWithSecret> {
  checkClient(settings, policy);
  const { id = randomBytes(12).toString('hex') } = chosen;
  const secret = settings.confidential ? (chosen.secret ?? newSecret()) : null;
  const secretHash = secret === null ? null : hashOf(secret);
  const { client } = await db.commit(
    actor,
    change(event('client_added', clients.ofClient(id)), {
      lock: lock('openid_clients'),
      client: orThrow(clients.insert({ ...settings, id, secretHash }), TOO_MANY),
    }),
  );
  return { client: clients.toClient(client), secret: chosen.secret === undefined ? secret : null };
}

/**
 * The maximum number of attempts. Each round of concurrent changes lets one succeed, so this many changes all succeed.
 */
const MAX_CHANGES_AT_ONCE = 500;

/**
 * Gives a client the settings that `settingsOf` returns. After a concurrent change, `settingsOf` is called again with
 * the latest client.
 */
export const changeOpenIdClient = (
  db: Store,
  id: string,
  { settingsOf, policy }: { readonly settingsOf: (now: OpenIdClient) => ClientSettings; readonly policy: ClientPolicy },
  _recent: RecentLogin,
  actor: Actor,
): Promise<OpenIdClient> =>
  retryOnConflict(
    async () => {
      const now = await findOpenIdClient(db, id);
      if (!now) throw notFound(id);
      const settings = settingsOf(now);
      checkClient(settings, policy);
      const changed = change(event('client_changed', clients.ofClient(id)), {
        client: clients.update(now, settings),
      });
      return clients.toClient((await db.commit(actor, changed)).client);
    },
    isOfSender,
    MAX_CHANGES_AT_ONCE,
  );

/** The previous secret works for the overlap; older ones stop working. */
export async function rotateClientSecret(
  db: Store,
  rotation: { readonly id: string; readonly overlapSeconds: number; readonly secret?: string | undefined },
  _recent: RecentLogin,
  actor: Actor,
): Promise<ClientWithSecret> {
  const { id, overlapSeconds, secret = newSecret() } = rotation;
  const rotated = clients.rotateSecret(id, hashOf(secret), overlapSeconds * 1000);
  const done = await orNothing(
    db.commit(
      actor,
      change(event('client_secret_rotated', clients.ofClient(id)), { client: orThrow(rotated, NOTHING) }),
    ),
  );
  if (done) return { client: clients.toClient(done.client), secret };
  throw (await findOpenIdClient(db, id)) ? new Refusal('client_without_secret') : notFound(id);
}

export async function removeClient(db: Store, id: string, _recent: RecentLogin, actor: Actor): Promise<void> {
  const removed = event('client_removed', clients.ofClient(id), { isFirst: true });
  await db.commit(actor, change(removed, { client: orThrow(clients.remove(id), notFound(id)) }));
}

/** The prefix lets people and secret scanners recognise a client secret. */
const newSecret = (): string => `lkc_${randomBytes(32).toString('base64url')}`;

/** The secret has 256 random bits, so guessing cannot reverse a plain hash. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
