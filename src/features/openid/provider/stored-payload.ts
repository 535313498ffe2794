import type { AdapterPayload } from 'oidc-provider';
import { PATHS } from './paths.ts';
import type { FoundRecord } from './record-table.ts';

/**
 * Omits members that give access (the id, which is stored as a hash, and the URL and cookie that repeat it) and the
 * details of the prompt, which repeat parameters.
 */
export function toStored({ jti, returnTo, session, prompt, ...payload }: AdapterPayload): string {
  const { cookie, ...rest } = session ?? {};
  const { name, reasons } = prompt ?? {};
  return JSON.stringify({
    ...payload,
    ...(session && { session: rest }),
    ...(prompt && { prompt: { name, reasons } }),
  });
}

interface Restored {
  /** Undefined for a session found by its uid, which is only read. */
  readonly id: string | undefined;
  readonly kind: string;
  readonly issuer: string;
}

export function fromStored({ payload, consumedAtMs }: FoundRecord, { id, kind, issuer }: Restored): AdapterPayload {
  return {
    ...(JSON.parse(payload) as AdapterPayload),
    ...(id !== undefined && { jti: id }),
    ...(kind === 'Interaction' && id !== undefined && { returnTo: `${issuer}${PATHS.authorization}/${id}` }),
    ...(consumedAtMs !== null && { consumed: Math.floor(consumedAtMs / 1000) }),
  };
}
