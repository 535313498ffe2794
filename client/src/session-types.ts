import type { Ask, Reply } from './ask.ts';
import type { User as FullUser, LoginUser, Operations, UpdatedUser } from './operations.ts';
import type { TokenStore } from './token-store.ts';

export type { FullUser };

type AlwaysThere = keyof LoginUser & keyof UpdatedUser;

/** The user in any answer: that of a login and that of an update lack some of the optional members. */
export interface User extends Pick<FullUser, AlwaysThere>, Partial<Omit<FullUser, AlwaysThere>> {}

/** The password, with a code if the account has a second factor; or a passkey. */
export type Proof = NonNullable<Operations['POST /api/reauthenticate']['given']['body']>;

export type Renewal =
  | { readonly state: 'active'; readonly user: FullUser }
  | { readonly state: 'none' }
  | { readonly state: 'unavailable'; readonly reply: Reply };

export type EndReason = 'loggedOut' | 'passwordChanged' | 'sessionEnded' | 'suspended' | Farewell;

/** The owner has deleted the account, or scheduled the deletion. */
export type Farewell = 'deleted' | 'deletionScheduled';

export interface SessionEvents {
  /** Here or in another tab. */
  ended: EndReason;
  /** In another tab, perhaps for another user. */
  begun: undefined;
  /** With the current user data, after the user has returned to the page. */
  'looked-again': FullUser;
}

type Listener<Detail> = (detail: Detail) => void;

export interface Events<Kinds> {
  dispatch<Kind extends keyof Kinds & string>(kind: Kind, detail: Kinds[Kind]): void;
  /** Returns a function that unsubscribes. */
  on<Kind extends keyof Kinds & string>(kind: Kind, listener: Listener<Kinds[Kind]>): () => void;
}

export interface Session {
  readonly ask: Ask;
  readonly tokens: TokenStore;
  begin(refreshToken: string, keep: boolean): void;
  /** Begins a session with the tokens of a login. */
  takeUp(tokens: Tokens, keep: boolean): void;
  /** Continues the stored session, or that of another open tab. */
  resume(): Promise<Renewal>;
  /** Fetches a new access token, which shows whether the session still exists. Concurrent calls share one request. */
  renew(): Promise<Renewal>;
  end(reason: EndReason): void;
  /** Keeps the stored refresh token. */
  forgetAccess(): void;
  on: Events<SessionEvents>['on'];
  dispatch: Events<SessionEvents>['dispatch'];
  /** The access token, expired or not. */
  held(): AccessToken | undefined;
  /** An unexpired access token, of the most recent login. */
  goodToken(): string | undefined;
  /** A token of a login more recent than the session's. */
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
