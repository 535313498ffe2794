import { type RequiredStatement, required } from '../engine/database.ts';
import { PASSWORD_HASH } from './users.ts';

/** The methods that work now. A passkey or an identity may date from before its feature was disabled. */
interface LoginMethods {
  readonly emailLogin: boolean;
  readonly passkeys: boolean;
  readonly providers: readonly string[];
}

const HAS_ANOTHER = `AND (
    EXISTS (SELECT 1 FROM users WHERE users.id = $2 AND ${PASSWORD_HASH} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM identities AS other WHERE other.user_id = $2 AND other.id <> $1
      AND ' ' || $3 || ' ' LIKE '% ' || other.provider || ' %')
    OR EXISTS (SELECT 1 FROM passkeys AS other WHERE other.user_id = $2 AND other.id <> $1 AND $4 = 1))`;

/** Must follow a lock on the user. With `methods`, returns no row if nothing else lets the user in. */
export function removeWayIn(
  table: 'passkeys' | 'identities',
  userId: number,
  id: string,
  methods?: LoginMethods,
): RequiredStatement {
  const remove = (condition: string) => `DELETE FROM ${table} WHERE id = $1 AND user_id = $2 ${condition} RETURNING id`;
  // A code by e-mail always works.
  if (!methods || methods.emailLogin) return required(remove(''), [id, userId]);
  return required(remove(HAS_ANOTHER), [id, userId, methods.providers.join(' '), Number(methods.passkeys)]);
}
