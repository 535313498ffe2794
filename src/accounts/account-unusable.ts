import { StacklessError } from '../runtime/stackless-error.ts';
import type { AccountStatus } from '../store/user.ts';

/** Thrown to whoever has proven to be the owner of an account that may not be used. */
export class AccountUnusable extends StacklessError {
  readonly status: AccountStatus;
  constructor(status: AccountStatus) {
    super(`the account is ${status}`);
    this.status = status;
  }
}
