import type { LoginProvider } from '../../core/provider-logins.ts';
import type { Requester } from '../../lib/requester.ts';

/**
 * What a provider knows about an address. `decided`: it assigns the addresses of this domain. `checked`: it verified
 * the address at some time, but somebody else may own it by now. `claimed`: nothing.
 */
export type EmailProof = 'decided' | 'checked' | 'claimed';

export interface NewIdentity {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** Null if the provider states none. */
  readonly email: string | null;
  /** What the provider knows about the address; undefined for an imported login. */
  readonly emailProof?: 'decided' | 'checked' | 'claimed';
}

/** A person at a provider, checked. */
export interface Identity extends NewIdentity {
  readonly emailProof: EmailProof;
  /** Prefills the form of a new account. */
  readonly fullName: string | null;
}

/** A flow that was begun in a session: only that session can continue it. */
export interface Bound {
  readonly purpose: 'link' | 'confirm';
  readonly sessionId: string;
}

/** The person who logged in at the provider, for the page that began the login. Sealed, and valid for one login. */
export interface Ticket extends Identity {
  /**
   * The state of its flow. A ticket works once, because its state is spent, even if the provider accepts the same code
   * again.
   */
  readonly flow: string;
  /** When the person logged in at the provider, if it states that. */
  readonly authenticatedAtMs: number;
  readonly bound?: Bound | undefined;
  readonly untilMs: number;
}

/** Why a login failed. */
export type Failure = 'cancelled' | 'refused' | 'unavailable' | 'misconfigured';

export type Purpose = 'login' | Bound['purpose'];
export type Outcome = 'confirmed' | Failure;

/** Outcomes of flows since the process started, for the metrics. */
export interface IdentityCount {
  readonly provider: string;
  readonly purpose: Purpose;
  readonly outcome: Outcome;
  readonly count: number;
}

/** Logins at the configured providers. */
export interface ProviderFlow {
  counts(): readonly IdentityCount[];
  /** The providers, in the order of the setting. */
  list(): readonly LoginProvider[];
  /** Whether the provider can prove a new login, which counts as a recent one here. */
  confirms(id: string): boolean;
  nameOf(id: string): string;
  /** The provider's address for the browser, and the state that its page keeps until the return. */
  begin(id: string, bound?: Bound): Promise<{ readonly url: string; readonly flow: string }>;
  /** `address`: the callback address, with the parameters that the provider added. */
  finish(sealed: string, address: string, requester: Requester): Promise<Finished>;
  readTicket(sealed: string, isMeant: (ticket: Ticket) => boolean): Ticket;
}

interface Finished {
  readonly ticket: string;
  readonly identity: Identity;
  readonly bound: Bound | undefined;
}

/** IDENTITY_LINKING. */
export type LinkingPolicy = 'ask' | 'verified';

export interface IdentityServices {
  readonly identities: ProviderFlow;
  readonly identityLinking: LinkingPolicy;
}
