import type { Database } from '../../src/store/database.ts';
import type { User } from '../../src/store/user.ts';
import * as users from '../../src/store/users.ts';

/** An account, and nothing else of a registration. */
export async function insertUser(db: Database, user: users.NewUser): Promise<User> {
  const [[inserted] = []] = (await db.batch([users.insert(user)])) ?? [];
  return inserted as unknown as User;
}
