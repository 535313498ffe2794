import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import {
  findOpenIdClient,
  insertOpenIdClient,
  MOST_CLIENTS,
  type OpenIdClient,
  removeOpenIdClient,
  rotateOpenIdClientSecret,
  updateOpenIdClient,
} from '../store/openid-clients.ts';
import { type ClientPolicy, type ClientSettings, checkClient } from './openid-client-rules.ts';
import type { RecentLogin } from './recent-login.ts';
import { Refusal } from './refusal.ts';

/** What a client has of which nothing else is said. */
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
  /** Null: a public client, or one whose secret was given. */
  readonly secret: string | null;
}

/** Whether it is the secret of now. */
export const hasSecret = ({ secretHashes: [newest] }: OpenIdClient, secret: string): boolean =>
  newest?.hash.equals(hashOf(secret)) ?? false;

/** Throws InvalidClient and TooManyClients. */
export async function addOpenIdClient(
  db: Database,
  settings: ClientSettings,
  policy: ClientPolicy,
  _recent: RecentLogin,
  actor: Actor,
  given: { readonly id?: string; readonly secret?: string | undefined } = {},
): Promise<ClientWithSecret> {
  checkClient(settings, policy);
  const { id = randomBytes(12).toString('hex') } = given;
  const secret = settings.confidential ? (given.secret ?? newSecret()) : null;
  const secretHash = secret === null ? null : hashOf(secret);
  const client = await insertOpenIdClient(db, { ...settings, id, secretHash }, actor);
  if (!client) throw new Refusal('too_many_clients', {}, `there are ${MOST_CLIENTS} clients, which is the most`);
  return { client, secret: given.secret === undefined ? secret : null };
}

/**
 * Changes a client as `change` says, which is called again with the client as it is now if somebody else has changed it meanwhile. Undefined when
 * there is no such client. Throws InvalidClient.
 */
export async function changeOpenIdClient(
  db: Database,
  id: string,
  { change, policy }: { readonly change: (now: OpenIdClient) => ClientSettings; readonly policy: ClientPolicy },
  _recent: RecentLogin,
  actor: Actor,
): Promise<OpenIdClient | undefined> {
  for (;;) {
    const now = await findOpenIdClient(db, id);
    if (!now) return undefined;
    const settings = change(now);
    checkClient(settings, policy);
    const changed = await updateOpenIdClient(db, now, settings, actor);
    if (changed) return changed;
  }
}

/** The secret before works for the overlap, the one before that no more. Undefined when there is no such client. Throws PublicClient. */
export async function rotateClientSecret(
  db: Database,
  rotation: { readonly id: string; readonly overlapSeconds: number; readonly secret?: string | undefined },
  _recent: RecentLogin,
  actor: Actor,
): Promise<ClientWithSecret | undefined> {
  const { id, overlapSeconds, secret = newSecret() } = rotation;
  const wanted = { id, secretHash: hashOf(secret), overlapMs: overlapSeconds * 1000 };
  const client = await rotateOpenIdClientSecret(db, wanted, actor);
  if (client) return { client, secret };
  if (await findOpenIdClient(db, id)) throw new Refusal('client_without_secret');
  return undefined;
}

/** False when there is no such client. */
export const removeClient = async (db: Database, id: string, _recent: RecentLogin, actor: Actor): Promise<boolean> =>
  (await removeOpenIdClient(db, id, actor)) !== undefined;

/** The prefix is for people and for scanners of secrets. */
const newSecret = (): string => `lkc_${randomBytes(32).toString('base64url')}`;

/** 256 random bits, so that a plain hash cannot be reversed by guessing. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
