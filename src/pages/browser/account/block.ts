import type { User } from '../session.ts';

/** One card of the account page: what its script does. The file of the same name in views/account draws it. */
export interface Block {
  /** As in the view. A block whose feature is switched off is not in the document, and none of its functions is called. */
  readonly id: string;
  /** Called once, when the page has loaded: listeners belong here. Nobody is known to be logged in yet. */
  readonly start?: () => void;
  /**
   * Called with the user whenever the account is about to be shown: at first, after the Back button, and after a save.
   * `isSame`: it is the user who was shown before, so what is being typed must stay.
   */
  readonly show?: (user: User, isSame: boolean) => void;
}
