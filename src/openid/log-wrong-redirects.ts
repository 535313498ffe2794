import type { EventEmitter } from 'node:events';
import { type Client, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { requestOf } from './call-library.ts';

type Parameter = 'redirect_uri' | 'post_logout_redirect_uri';

/** The library's events that may be about an address. */
const EVENTS: Readonly<Record<string, Parameter>> = {
  'authorization.error': 'redirect_uri',
  'pushed_authorization_request.error': 'redirect_uri',
  'end_session.error': 'post_logout_redirect_uri',
};

/** The answer must not list an app's addresses, but the person who sets the app up needs to know them. */
export function logWrongRedirects(provider: Provider, log: Logger): void {
  for (const [event, parameter] of Object.entries(EVENTS)) {
    (provider as EventEmitter).on(event, (ctx: KoaContextWithOIDC, error: unknown) => {
      const { client, params } = ctx.oidc;
      const received = params?.[parameter];
      if (!client || typeof received !== 'string' || !isAbout(error, parameter, client, received)) return;
      const [registered, more] = addressesOf(client, parameter);
      const { requestId } = requestOf(ctx);
      log.warn(
        { requestId, clientId: client.clientId, received: redactAddress(received), registered, more },
        `OpenID: ${parameter} is not registered for this client`,
      );
    });
  }
}

function isAbout(error: unknown, parameter: Parameter, client: Client, received: string): boolean {
  return parameter === 'redirect_uri'
    ? error instanceof errors.InvalidRedirectUri
    : !client.postLogoutRedirectUriAllowed(received);
}

/** Strangers can cause any number of lines, so each is short. */
const MAX_SHOWN = 5;
const MAX_SHOWN_LENGTH = 200;

function addressesOf(client: Client, parameter: Parameter): readonly [shown: readonly string[], more: number] {
  const all = (parameter === 'redirect_uri' ? client.redirectUris : client.postLogoutRedirectUris) ?? [];
  const shown = all.slice(0, MAX_SHOWN).map((uri) => uri.slice(0, MAX_SHOWN_LENGTH));
  return [shown, all.length - shown.length];
}

/** Leaves out query, fragment and password, which may be secret, and escapes everything but printable ASCII. */
export const redactAddress = (address: string): string =>
  address
    .slice(0, MAX_SHOWN_LENGTH)
    .replace(/([?#]).*$/s, '$1…')
    .replace(/\/\/[^/]*@/, '//…@')
    .replaceAll(/[^\x20-\x7e…]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
