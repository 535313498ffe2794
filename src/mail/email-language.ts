import type { ClaimedEmail } from '../store/outbox.ts';
import type { User } from '../store/user.ts';

/**
 * The language of an e-mail: that of the request which caused it, or else that of the account, which is the language of
 * its registration. One that the service no longer has becomes the first that it has (render/messages.ts).
 */
export const emailLanguage = ({ language }: ClaimedEmail, user: User): string => language ?? user.language;
