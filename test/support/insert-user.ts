import type { Database } from '../../src/store/engine/database.ts';
import type { User } from '../../src/store/tables/user.ts';
import * as users from '../../src/store/tables/users.ts';

/** An account, and nothing else of a registration. */
export async function insertUser(db: Database, user: users.NewUser): Promise<User> {
  const [[inserted] = []] = (await db.batch([users.insert(user)])) ?? [];
  return inserted as unknown as User;
}
