import type { Requester } from '../runtime/requester.ts';
import { cancelDeletion } from '../store/account-removal.ts';
import * as apiKeys from '../store/api-keys.ts';
import type { Statement } from '../store/database.ts';
import type { EmailChange } from '../store/email-changes.ts';
import * as passkeys from '../store/passkeys.ts';
import * as recoveryCodes from '../store/recovery-codes.ts';
import * as totp from '../store/totp.ts';
import * as users from '../store/users.ts';
import { AUTHENTICATOR_APP } from './second-factors.ts';

/**
 * Statements that remove what was added to an account since a change of its address was asked for, by whoever may have taken it over: the one
 * place for everything that lets somebody in, or keeps the owner out, besides the password and the mailbox. Whatever adds such a thing (identities of
 * other providers) adds its statement here. To stand in the batch before the row of the change is removed. Sessions, links and the
 * password are dealt with by the caller. What the owner had before stays.
 */
export const undoSince = ({ userId, id }: Pick<EmailChange, 'userId' | 'id'>, requester: Requester): Statement[] => [
  totp.removeAddedSince(userId, id),
  users.removeFactorWithoutApp(userId, AUTHENTICATOR_APP),
  recoveryCodes.removeMadeSince(userId, id),
  passkeys.removeAddedSince(userId, id),
  ...apiKeys.removeMadeSince(userId, id, requester),
  cancelDeletion(userId),
];
