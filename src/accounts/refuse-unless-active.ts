import type { User } from '../store/tables/user.ts';
import { Refusal } from './refusal.ts';

/** Called only after the password check, so that it reveals nothing to strangers. */
export function refuseUnlessActive({ accountStatus: status }: Pick<User, 'accountStatus'>): void {
  if (status !== 'ACTIVE') throw new Refusal('account_not_active', { status });
}
