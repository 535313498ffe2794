import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** How far ahead a client's signed proof of who it is may expire: its id is remembered until then. */
const LONGEST_SECONDS = 300;
const MAX_ID_LENGTH = 256;

type Claims = Readonly<Record<string, unknown>>;

/** What strangers sign must not decide how long a row is kept, or what is in it. */
export const checkClientAssertion =
  (nowMs: () => number) =>
  (_ctx: KoaContextWithOIDC, { exp, jti }: Claims): void => {
    if (!Number.isSafeInteger(exp) || Number(exp) > nowMs() / 1000 + LONGEST_SECONDS)
      throw new errors.InvalidClientAuth(`exp must be at most ${LONGEST_SECONDS} seconds ahead`);
    if (typeof jti !== 'string' || jti.length > MAX_ID_LENGTH)
      throw new errors.InvalidClientAuth(`jti must be a text of at most ${MAX_ID_LENGTH} characters`);
  };
