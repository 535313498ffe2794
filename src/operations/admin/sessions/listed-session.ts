import { describeSession } from '../../../accounts/sign-in/list-sessions.ts';
import type { AnySession as Found } from '../../../store/tables/sessions-of-all-users.ts';

export const listedSession = async ({ id, userId, fullName, email, amr, ...session }: Found) => ({
  ...(await describeSession({ ...session, amr: amr === null ? [] : JSON.parse(amr) })),
  id,
  user_id: userId,
  full_name: fullName,
  email,
});
