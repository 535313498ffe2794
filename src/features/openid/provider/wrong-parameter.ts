import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { Reads } from '../../../store/engine/database.ts';
import { listOpenIdClients } from '../clients/client-table.ts';

/** The sent and the registered values, for the person who sets the app up. */
export interface WrongParameter {
  readonly parameter: 'redirect_uri' | 'post_logout_redirect_uri' | 'client_id';
  readonly received: string;
  readonly registered: readonly string[];
  /** How many more addresses are registered. */
  readonly more: number;
}

type Context = Pick<KoaContextWithOIDC['oidc'], 'client' | 'params' | 'route'>;

/** The address of a known client that is not registered. `error`: the code of the library's answer. */
export function wrongAddress({ client, params, route }: Context, error: string): WrongParameter | undefined {
  const isLogout = route === 'end_session';
  const parameter = isLogout ? 'post_logout_redirect_uri' : 'redirect_uri';
  const received = params?.[parameter];
  if (!client || typeof received !== 'string') return undefined;
  const isWrong = isLogout ? !client.postLogoutRedirectUriAllowed(received) : error === 'invalid_redirect_uri';
  return isWrong
    ? { parameter, received: redactAddress(received), ...firstOf(addressesOf(client, isLogout)) }
    : undefined;
}

const addressesOf = (client: Client, isLogout: boolean): readonly string[] =>
  (isLogout ? client.postLogoutRedirectUris : client.redirectUris) ?? [];

export async function unknownClient(
  db: Reads,
  { client, params }: Context,
  error: string,
): Promise<WrongParameter | undefined> {
  const received = params?.client_id;
  if (client || error !== 'invalid_client' || typeof received !== 'string') return undefined;
  const ids = (await listOpenIdClients(db)).map(({ id }) => id);
  return { parameter: 'client_id', received: redactAddress(received), ...firstOf(ids) };
}

/** Strangers can cause any number of lines, so each is short. */
const MAX_SHOWN = 5;
const MAX_SHOWN_LENGTH = 200;

const firstOf = (all: readonly string[]) => {
  const registered = all.slice(0, MAX_SHOWN).map((uri) => uri.slice(0, MAX_SHOWN_LENGTH));
  return { registered, more: all.length - registered.length };
};

/** Leaves out query, fragment and password, which may be secret, and escapes everything but printable ASCII. */
export const redactAddress = (address: string): string =>
  address
    .slice(0, MAX_SHOWN_LENGTH)
    .replace(/([?#]).*$/s, '$1…')
    .replace(/\/\/[^/]*@/, '//…@')
    .replaceAll(/[^\x20-\x7e…]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
