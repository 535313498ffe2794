import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import type { Library, Provider } from './provider.ts';
import { ClientRefused, isClientRefused } from './provider-failure.ts';

type Authentication = (library: Library, secret: string) => ClientAuth;

/** The ways to send a client secret. Basic is first: it is the default of OpenID and of most clients' registrations. */
const METHODS: Readonly<Record<string, Authentication>> = {
  client_secret_basic: (_library, secret) => (_server, client, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${formEncoded(client.client_id)}:${formEncoded(secret)}`)}`),
  client_secret_post: ({ ClientSecretPost }, secret) => ClientSecretPost(secret),
  client_secret_jwt: ({ ClientSecretJwt }, secret) => ClientSecretJwt(secret),
};

/**
 * Encodes what the form encoding of RFC 6749 demands, and nothing else: some providers do not decode, and most secrets
 * consist of letters, digits and `-_.~`. The library encodes those four, too.
 */
const formEncoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

/** The methods that a provider offers, in the order of attempts. */
function secretMethods({ token_endpoint_auth_methods_supported: offered }: ServerMetadata): readonly string[] {
  const known = Object.keys(METHODS).filter((method) => (offered ?? ['client_secret_basic']).includes(method));
  return known.length > 0 ? known : ['client_secret_post'];
}

/** A parameter of the token request that names the method, and is not sent. */
export const METHOD = 'token_endpoint_auth_method';

/** Sends the provider's client secret by the method that the request names, or by the first one. */
export const authenticateClient =
  (library: Library, { clientSecret }: Provider): ClientAuth =>
  (server, client, body, headers) => {
    const method = body.get(METHOD) ?? secretMethods(server)[0] ?? '';
    body.delete(METHOD);
    return METHODS[method]?.(library, clientSecret())(server, client, body, headers);
  };

/**
 * Requests tokens by the method that the provider accepted last, or else by each that it offers: a client may be
 * registered for only one, which the metadata do not show. A provider that refuses a client leaves the code unused.
 */
export function createClientAuthentication() {
  const accepted = new Map<string, string>();
  return async <T>({ id }: Provider, configuration: Configuration, grant: (method: string) => Promise<T>) => {
    const server = configuration.serverMetadata();
    const offered = secretMethods(server);
    const last = accepted.get(id);
    const methods = [...offered].sort((one, other) => Number(other === last) - Number(one === last));
    let refusal: unknown;
    for (const method of methods) {
      try {
        const tokens = await grant(method);
        accepted.set(id, method);
        return tokens;
      } catch (error) {
        if (!isClientRefused(error)) throw error;
        refusal ??= error;
      }
    }
    throw new ClientRefused(`the client is refused (${methods.join(', ')})`, server.token_endpoint, refusal);
  };
}
