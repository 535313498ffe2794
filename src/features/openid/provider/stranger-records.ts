import { type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { clientNetwork } from '../../../http/client-address.ts';
import { requestOf } from './call-library.ts';

const PUSHED = 'PushedAuthorizationRequest';

/** The total of a request's stored parameters, so that strangers do not choose how much is stored. */
export const MAX_PARAMETER_BYTES = 4096;

/** The stored parameters, by kind of record. */
const PARAMETERS: Readonly<Record<string, (payload: AdapterPayload) => string | Buffer>> = {
  Interaction: ({ params }) => JSON.stringify(params ?? {}),
  // A JWT without a signature.
  [PUSHED]: ({ request }) => Buffer.from(String(request).split('.')[1] ?? '', 'base64url'),
  // A logout waiting for confirmation.
  Session: ({ state }) => JSON.stringify(state ?? {}),
};

export function refuseLargeParameters(kind: string, payload: AdapterPayload): void {
  if (Buffer.byteLength(PARAMETERS[kind]?.(payload) ?? '') > MAX_PARAMETER_BYTES)
    throw new errors.InvalidRequest(
      `the parameters of a request must not exceed ${MAX_PARAMETER_BYTES} bytes in total`,
    );
}

/**
 * The client network whose limit a record counts towards; undefined for none. A server that has authenticated with its
 * secret pushes the requests of all its users, so it is not limited.
 */
export function networkOf(kind: string, ctx: KoaContextWithOIDC | undefined): string | undefined {
  const isOfServer = kind === PUSHED && ctx?.oidc.client?.clientAuthMethod?.startsWith('client_secret_');
  const isCounted = (kind === 'Interaction' || kind === PUSHED) && !isOfServer;
  return isCounted ? clientNetwork(requestOf(ctx).remoteAddress ?? '') : undefined;
}

/** The library creates a session for any unknown cookie. It is not worth storing without an account or a logout. */
export const isEmptySession = (kind: string, { accountId, state }: AdapterPayload): boolean =>
  kind === 'Session' && accountId === undefined && state === undefined;
