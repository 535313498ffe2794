/** Who creates an account. A stranger registers for themselves. */
export type Creator = 'stranger' | 'administrator' | 'operator';

/** A way to a new account. */
export interface AccountSource<Event extends string = string, Email extends string = string> {
  readonly event: Event;
  readonly by: Creator;
  /** The kind of the e-mail to the owner. */
  readonly email?: Email;
  readonly state?: { readonly accountStatus?: 'ACTIVE'; readonly isInvited?: true };
}
