import type { SettingValues } from '../../config/settings.ts';

/** How many sessions a user may have, and how long they last. */
export type SessionPolicy = SingleSession | ManySessions;

interface Rotation {
  /** REFRESH_ROTATION: each refresh returns a new refresh token. */
  readonly rotatesTokens: boolean;
  /** How long after a refresh the previous token is accepted. */
  readonly previousAcceptedMs: number;
}

/** The documented behaviour: a login ends the previous session, and a session lasts for a fixed time. */
interface SingleSession extends Rotation {
  readonly mode: 'single';
  readonly lifetimeMs: number;
}

/** One session per device. It ends after `idleMs` without use, and after `lifetimeMs` in any case. */
interface ManySessions extends Rotation {
  readonly mode: 'many';
  readonly maxPerUser: number;
  readonly idleMs: number;
  readonly lifetimeMs: number;
}

/** SESSIONS and related settings. */
type SessionSettings = Pick<
  SettingValues,
  'sessions' | 'maxSessions' | 'accessTokenTtlMs' | 'refreshTokenTtlMs' | 'sessionLifetimeMs' | 'refreshRotation'
>;

/**
 * How long the previous token is accepted: enough for tabs that refresh at the same moment, and for a client that
 * repeats a request without an answer. A thief who takes turns with the owner, each refreshing when an access token
 * expires, is detected unless the two always meet within this time: so it is also a small share of the lifetime of
 * access tokens.
 */
const PREVIOUS_ACCEPTED = { atMostMs: 60_000, shareOfAccessToken: 0.1 };

export function sessionPolicy(settings: SessionSettings): SessionPolicy {
  const { atMostMs, shareOfAccessToken } = PREVIOUS_ACCEPTED;
  const rotation = {
    rotatesTokens: settings.refreshRotation,
    previousAcceptedMs: Math.min(atMostMs, settings.accessTokenTtlMs * shareOfAccessToken),
  };
  return settings.sessions === 'single'
    ? { mode: 'single', lifetimeMs: settings.refreshTokenTtlMs, ...rotation }
    : {
        mode: 'many',
        maxPerUser: settings.maxSessions,
        idleMs: settings.refreshTokenTtlMs,
        lifetimeMs: settings.sessionLifetimeMs,
        ...rotation,
      };
}
