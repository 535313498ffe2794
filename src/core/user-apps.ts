import type { Reads, Statement } from '../store/engine/database.ts';

/** The app that sent a user here to register. */
interface WaitingApp {
  readonly name: string;
  /** The app's configured URL where users can begin a login. */
  readonly continue_at: string;
}

export interface UsedApp {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly since: string;
  readonly last_used_at: string;
}

/** Apps that users log in to with their account. */
export interface UserApps {
  /** Statements that record which app waits for a login in the browser that registers this address. */
  readonly recordWaiting: (
    db: Reads,
    login: { readonly uid: string; readonly cookies: string | undefined },
    email: string,
  ) => Promise<readonly Statement[]>;
  readonly findWaiting: (db: Reads, userId: number) => Promise<WaitingApp | null>;
  readonly usedBy: (db: Reads, userId: number) => Promise<readonly UsedApp[]>;
}
