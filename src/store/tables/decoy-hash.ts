import { commitUnrecorded, type Store } from '../commit.ts';
import { query, type Reads, required, statement } from '../engine/database.ts';
import type { User } from './user.ts';
import { PASSWORD_HASH, USER_COLUMNS } from './users.ts';

const CREATE_KEY = 'INSERT INTO stand_in_key (id, value) VALUES (1, $1) ON CONFLICT (id) DO NOTHING';
const KEY = 'SELECT value FROM stand_in_key WHERE id = 1';
/** Returns the key that all instances share, which becomes `newKey` if there is none. */
export async function decoyKey(db: Store, newKey: string): Promise<string> {
  const { key } = await commitUnrecorded(db, 'created once', {
    created: statement(CREATE_KEY, [newKey]),
    key: required<{ readonly value: string }>(KEY, []),
  });
  return key.value;
}

/** The account with an address, if any, and always another account's hash, found in the same way. */
interface AccountLookup extends Omit<User, 'id'> {
  /** Null: nobody has the address, and all other members of the account are null too. */
  readonly id: number | null;
  /** Null if there are no accounts. */
  readonly highestId: number | null;
  /** Null without accounts, or if the other account has no password. */
  readonly decoyHash: string | null;
}

// Returns one row whether or not the address is known, so that both take the same time.
const FIND = query<AccountLookup>`SELECT ${USER_COLUMNS}, other.highest_id AS "highestId", other.hash AS "decoyHash"
  FROM (SELECT (SELECT MAX(id) FROM users) AS highest_id,
      (SELECT ${PASSWORD_HASH} FROM users WHERE id >= $2 ORDER BY id LIMIT 1) AS hash) AS other
    LEFT JOIN users ON users.email = $1`;
export const lookUpAccount = async (db: Reads, email: string, decoyId: number): Promise<AccountLookup> =>
  (await db.one(FIND, [email, decoyId])) as AccountLookup;
