import type { SettingValues } from '../../config/settings.ts';

/** How many sessions a user may have, and how long they last. */
export type SessionPolicy = SingleSession | ManySessions;

/** As the interface has it: a login ends the session before, and a session lasts for a fixed time. */
interface SingleSession {
  readonly mode: 'single';
  /** REFRESH_ROTATION: each refresh gives a new refresh token. */
  readonly rotatesTokens: boolean;
  readonly lifetimeMs: number;
}

/** A session for each device. It ends when it was unused for `idleMs`, and after `lifetimeMs` in any case. */
interface ManySessions {
  readonly mode: 'many';
  readonly rotatesTokens: boolean;
  readonly maxPerUser: number;
  readonly idleMs: number;
  readonly lifetimeMs: number;
}

/** SESSIONS and the settings that go with it. */
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
