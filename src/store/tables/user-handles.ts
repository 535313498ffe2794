import { query, type Reads, type RequiredStatement, required } from '../engine/database.ts';

const HANDLE = query<{ handle: string | null }>`SELECT handle FROM users WHERE id = $1`;
export const handleOf = async (db: Reads, userId: number): Promise<string | null> =>
  (await db.one(HANDLE, [userId]))?.handle ?? null;

const GIVE_HANDLE = 'UPDATE users SET handle = COALESCE(handle, $2) WHERE id = $1 RETURNING handle';
/** Returns the user handle of the account, which becomes `fresh` if there is none. */
export const giveHandle = (userId: number, fresh: string): RequiredStatement<{ readonly handle: string }> =>
  required(GIVE_HANDLE, [userId, fresh]);
