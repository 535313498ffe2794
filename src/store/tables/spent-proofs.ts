import { required, type Statement } from '../engine/database.ts';

const SPEND = `INSERT INTO spent (hash, expires_at) VALUES ($1, now() + ms($2))
  ON CONFLICT (hash) DO NOTHING RETURNING hash`;
/** Uses up a proof. No row when it was used before. The row must outlive the proof: `keptMs` from now on. */
export const spend = (hash: string, keptMs: number): Statement => required(SPEND, [hash, keptMs]);
