import { required, type Statement } from '../engine/database.ts';

const SPEND = `INSERT INTO spent (hash, expires_at) VALUES ($1, now() + ms($2))
  ON CONFLICT (hash) DO NOTHING RETURNING hash`;
/** Uses up a proof. Returns no row if it was used before. `keptMs` must outlive the proof. */
export const spend = (hash: string, keptMs: number): Statement => required(SPEND, [hash, keptMs]);
