import { type Database, statement } from '../engine/database.ts';

export type KeyUse = 'signing' | 'data';

const FIRST_SEEN =
  'SELECT first_at AS "firstAt", now() AS now FROM known_keys WHERE used_for = $1 AND fingerprint = $2';
const NOTE = `INSERT INTO known_keys (used_for, fingerprint, first_at) VALUES ($1, $2, now())
  ON CONFLICT (used_for, fingerprint) DO NOTHING`;

/** How long ago a key was first seen by any instance; one that is new is noted. */
export async function knownForMs(db: Database, usedFor: KeyUse, fingerprint: string): Promise<number> {
  const known = await db.one<{ firstAt: number; now: number }>(FIRST_SEEN, [usedFor, fingerprint]);
  if (known) return known.now - known.firstAt;
  await db.batch([statement(NOTE, [usedFor, fingerprint])]);
  return 0;
}
