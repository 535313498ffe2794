/** Who passkeys are for (WebAuthn: the relying party). */
export interface RelyingParty {
  /** A domain: a passkey works on it and below it. Another id makes every passkey useless. */
  readonly id: string;
  /** The name that browsers show. */
  readonly name: string;
  /** The origins of the pages, or apps, where passkeys may be used. */
  readonly origins: readonly string[];
}
