import type { SettingValues } from '../../config/settings.ts';

/** How many sessions a user may have, and how long they last. */
export type SessionPolicy = SingleSession | ManySessions;

/** The documented behaviour: a login ends the previous session, and a session lasts for a fixed time. */
interface SingleSession {
  readonly mode: 'single';
  /** REFRESH_ROTATION: each refresh returns a new refresh token. */
  readonly rotatesTokens: boolean;
  readonly lifetimeMs: number;
}

/** One session per device. It ends after `idleMs` without use, and after `lifetimeMs` in any case. */
interface ManySessions {
  readonly mode: 'many';
  readonly rotatesTokens: boolean;
  readonly maxPerUser: number;
  readonly idleMs: number;
  readonly lifetimeMs: number;
}

/** SESSIONS and related settings. */
type SessionSettings = Pick<
  SettingValues,
  'sessions' | 'maxSessions' | 'refreshTokenTtlMs' | 'sessionLifetimeMs' | 'refreshRotation'
>;

export const sessionPolicy = (settings: SessionSettings): SessionPolicy =>
  settings.sessions === 'single'
    ? { mode: 'single', lifetimeMs: settings.refreshTokenTtlMs, rotatesTokens: settings.refreshRotation }
    : {
        mode: 'many',
        maxPerUser: settings.maxSessions,
        idleMs: settings.refreshTokenTtlMs,
        lifetimeMs: settings.sessionLifetimeMs,
        rotatesTokens: settings.refreshRotation,
      };
