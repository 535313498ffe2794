import type { User } from '../../src/store/tables/user.ts';
import * as users from '../../src/store/tables/users.ts';
import type { RawDatabase } from './raw-database.ts';

/** An account, and nothing else of a registration. */
export async function insertUser(db: RawDatabase, user: users.NewUser): Promise<User> {
  const [[inserted] = []] = (await db.batch([users.insert(user)])) ?? [];
  return inserted as unknown as User;
}
