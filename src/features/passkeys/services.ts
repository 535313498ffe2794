import type { Statement } from '../../store/engine/database.ts';

/** The relying party of WebAuthn. */
export interface RelyingParty {
  /** A domain: a passkey works on it and below it. Changing it makes every passkey useless. */
  readonly id: string;
  /** The name that browsers show. */
  readonly name: string;
  /** The origins of the pages or apps that may use passkeys. */
  readonly origins: readonly string[];
}

/** `registerQuietly`: the browser creates a passkey on its own after a login with a password. */
export type ChallengePurpose = 'authenticate' | 'register' | 'registerQuietly';

export interface Challenges {
  /** Creates a challenge. Nothing is stored: it carries its expiry, purpose and user, under a MAC. */
  issue(purpose: ChallengePurpose, userId?: number): string;
  /** The statement that uses the challenge up; undefined if it is forged, expired, or for another purpose or user. */
  check(challenge: string, purpose: ChallengePurpose, userId?: number): Statement | undefined;
}

/** Passkeys presented since startup, for the metrics. */
export interface PasskeyCounters {
  right: number;
  wrong: number;
  /** No account has the credential: it was removed but password managers still offer it, or it is a guess. */
  unknown: number;
}

export interface Passkeys {
  readonly relyingParty: () => RelyingParty;
  readonly challenges: Challenges;
  readonly counters: PasskeyCounters;
}

export interface PasskeyServices {
  readonly passkeys: Passkeys;
}
