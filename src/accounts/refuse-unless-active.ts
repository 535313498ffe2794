import type { User } from '../store/tables/user.ts';
import { Refusal } from './refusal.ts';

/** Called after the password check only, so that it reveals nothing to others. */
export function refuseUnlessActive({ accountStatus: status }: Pick<User, 'accountStatus'>): void {
  if (status !== 'ACTIVE') throw new Refusal('account_not_active', { status });
}
