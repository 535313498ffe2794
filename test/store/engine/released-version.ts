import type { Statement } from '../../../src/store/engine/database.ts';

/** Statements of a version that was released, as it sent them. */
export interface ReleasedVersion {
  readonly name: string;
  /** The newest migration that it knows. */
  readonly schema: number;
  readonly logIn: (userId: number, valueHash: string, sessionId: string, ttlMs?: number) => Statement;
  readonly refresh: (valueHash: string) => Statement;
  readonly record: (event: string, userId: number) => Statement;
  readonly recordByEmail: (event: string, email: string) => Statement;
  readonly enqueue: (email: string, kind: string, messageId: string) => Statement;
}

export const WEEK_MS = 7 * 86_400_000;
