import { ACCOUNT_STATUSES, ROLES } from '../../../store/user.ts';
import { integer, list, nullableString, object, oneOf, string } from '../../json-schema.ts';

export const time = string({ format: 'date-time' });
export const nullableTime = (description: string) => nullableString({ format: 'date-time', description });

export const ListedUser = object({
  id: integer(),
  full_name: string(),
  email: string(),
  phone_number: string(),
  account_status: oneOf(ACCOUNT_STATUSES),
  role: oneOf(ROLES),
  factors: { ...list(oneOf(['totp', 'passkey'])), description: 'Besides the password.' },
  created_at: time,
  last_seen_at: nullableTime('When a session that has not ended was last used, or began; null: there is none.'),
  deletion_due_at: nullableTime('When the account will be deleted, because its owner asked for it.'),
});
