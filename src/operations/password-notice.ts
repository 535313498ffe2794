import type { User } from '../accounts/user.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import type { Statement } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';

/** To stand in the batch that replaces the password: whoever lost the account learns of it, or nothing was changed. */
export const passwordNotice = (
  { language }: Pick<ApiRequest, 'language'>,
  { notifyPasswordChange }: Pick<Services, 'notifyPasswordChange'>,
  { email }: User,
): Statement[] => (notifyPasswordChange ? [outbox.enqueue('password_changed', email, { language })] : []);
