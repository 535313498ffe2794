import type { Ask, Reply } from './ask.ts';
import type { Events } from './events.ts';
import type { Operations } from './operations.ts';
import type { TokenStore } from './token-store.ts';

export type User = Operations['POST /api/refresh']['answer']['user'];

/** What proves once more who somebody is: the password, and a code where the account has a second factor; or a passkey. */
export type Proof = NonNullable<Operations['POST /api/reauthenticate']['given']['body']>;

export type Renewal =
  | { readonly state: 'active'; readonly user: User }
  | { readonly state: 'none' }
  | { readonly state: 'unavailable'; readonly reply: Reply };

export type EndReason = 'loggedOut' | 'passwordChanged' | 'sessionEnded' | 'suspended' | Farewell;

/** The owner has deleted the account, or has asked for it. */
export type Farewell = 'deleted' | 'deletionScheduled';

export interface SessionEvents {
  /** Here or in another tab. */
  ended: EndReason;
  /** In another tab, be it for another user. */
  begun: undefined;
  /** With the user as the service has it now, when somebody has come back to the page after a while. */
  'looked-again': User;
}

/** What the functions of session-actions.ts act on. */
export interface Session {
  readonly ask: Ask;
  readonly tokens: TokenStore;
  begin(refreshToken: string, keep: boolean): void;
  /** Begins with the tokens of a login. */
  takeUp(tokens: Tokens, keep: boolean): void;
  /** Takes up the session that is remembered, or that of another tab that is open. */
  resume(): Promise<Renewal>;
  /** A new access token, and with it the news whether the session still stands. Asked for by many, fetched once. */
  renew(): Promise<Renewal>;
  end(reason: EndReason): void;
  /** What is remembered stays. */
  forgetAccess(): void;
  on: Events<SessionEvents>['on'];
  dispatch: Events<SessionEvents>['dispatch'];
  /** The access token, be it good or not. */
  held(): AccessToken | undefined;
  /** One that has not run out, of the most recent login. */
  goodToken(): string | undefined;
  /** A token of a login that is more recent than that of the session, or none. */
  setRecent(token: string | undefined): void;
}

/** In memory only. */
export interface AccessToken {
  readonly token: string;
  readonly sinceMs: number;
  readonly untilMs: number;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}
