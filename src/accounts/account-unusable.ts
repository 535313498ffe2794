import { StacklessError } from '../stackless-error.ts';
import type { AccountStatus } from '../store/user.ts';

/** The credentials are right, but the account is not ACTIVE. Thrown after the password check only, so that it reveals nothing to others. */
export class AccountUnusable extends StacklessError {
  readonly status: AccountStatus;
  constructor(status: AccountStatus) {
    super(`the account is ${status}`);
    this.status = status;
  }
}
