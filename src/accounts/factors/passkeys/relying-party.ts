/** The relying party of WebAuthn. */
export interface RelyingParty {
  /** A domain: a passkey works on it and below it. Changing it makes every passkey useless. */
  readonly id: string;
  /** The name that browsers show. */
  readonly name: string;
  /** The origins of the pages or apps that may use passkeys. */
  readonly origins: readonly string[];
}
