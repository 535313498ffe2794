import { type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { clientNetwork } from '../http/client-address.ts';
import { handedOverIn } from './hand-over.ts';
import { KIND as INTERACTION } from './interaction-cookie.ts';

const PUSHED = 'PushedAuthorizationRequest';

/** Of the parameters of a request in all, as they are stored: strangers must not choose how much that is. */
export const MAX_PARAMETER_BYTES = 4096;

/** What is stored of the parameters of a request, by kind of record. */
const PARAMETERS: Readonly<Record<string, (payload: AdapterPayload) => string | Buffer>> = {
  [INTERACTION]: ({ params }) => JSON.stringify(params ?? {}),
  // A JWT without a signature.
  [PUSHED]: ({ request }) => Buffer.from(String(request).split('.')[1] ?? '', 'base64url'),
  // Of a logout that waits to be confirmed.
  Session: ({ state }) => JSON.stringify(state ?? {}),
};

export function refuseLargeParameters(kind: string, payload: AdapterPayload): void {
  if (Buffer.byteLength(PARAMETERS[kind]?.(payload) ?? '') > MAX_PARAMETER_BYTES)
    throw new errors.InvalidRequest(`the parameters of a request must be at most ${MAX_PARAMETER_BYTES} bytes in all`);
}

/**
 * The client network that a record counts for; undefined: it does not count. A server that has proven the secret that an
 * operator gave it pushes the requests of all its users.
 */
export function networkOf(kind: string, ctx: KoaContextWithOIDC | undefined): string | undefined {
  const isOfServer = kind === PUSHED && ctx?.oidc.client?.clientAuthMethod?.startsWith('client_secret_');
  const isCounted = (kind === INTERACTION || kind === PUSHED) && !isOfServer;
  return isCounted ? clientNetwork(handedOverIn(ctx).remoteAddress ?? '') : undefined;
}

/** Of nobody, and nothing waits in it: the library keeps one for whoever comes with an unknown cookie. */
export const isEmptySession = (kind: string, { accountId, state }: AdapterPayload): boolean =>
  kind === 'Session' && accountId === undefined && state === undefined;
