import type { Config } from '../../config/config.ts';
import type { EnvironmentFile } from '../../config/environment.ts';
import type { Database } from '../../store/database.ts';

/** `fault`: something does not work, or is unsafe. `warning`: it works, and is rarely meant. `skipped`: not looked at. */
export type State = 'ok' | 'warning' | 'fault' | 'skipped';

export interface Finding {
  readonly state: State;
  readonly says: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const skipped = (says: string): Finding => ({ state: 'skipped', says });
export const warning = (says: string, remedy: string): Finding => ({ state: 'warning', says, remedy });
export const fault = (says: string, remedy: string): Finding => ({ state: 'fault', says, remedy });

/** What the checks look at. */
export interface Patient {
  readonly config: Config;
  readonly settingsFile: EnvironmentFile;
  readonly nowMs: () => number;
  /** Undefined where it cannot be used; the check of the database says why. */
  readonly db: Database | undefined;
  /** Its schema is that of this version. */
  readonly isCurrent: boolean;
}

const AS_ROOT = 'run it as root, or as the user of the service';

/** For an error that may only be for want of permission. */
export const remedyFor = (error: unknown, otherwise: string = AS_ROOT): string =>
  /\b(EACCES|EPERM)\b/.test(reasonOf(error)) ? AS_ROOT : otherwise;

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
