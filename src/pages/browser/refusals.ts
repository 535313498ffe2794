import { fill } from '../texts/fill.ts';
import type { Reply } from './api.ts';
import { messages } from './page.ts';

export interface Explanation {
  /** The name of the field it belongs to; undefined when it concerns the form as a whole. */
  readonly field?: string;
  readonly text: string;
}

/** The codes are stable and the messages English: what people read is said here, in their language. */
export function explain(reply: Reply): Explanation {
  switch (reply.code) {
    case 'email_taken':
      return { field: 'email', text: messages.emailTaken };
    case 'invalid_email':
      return { field: 'email', text: messages.invalidEmail };
    case 'phone_number_taken':
      return { field: 'phone_number', text: messages.phoneTaken };
    case 'wrong_current_password':
      return { field: 'current_password', text: messages.wrongCurrentPassword };
    case 'weak_password':
      return { field: 'password', text: weakness(reply.message) };
    case 'missing_field':
    case 'invalid_field':
      return aboutField(reply.message);
    case 'invalid_credentials':
      return { text: messages.invalidCredentials };
    case 'account_not_active':
      return { text: suspended() };
    case 'too_many_attempts':
      return { text: tooManyAttempts(reply.retryAfterSeconds) };
    case 'unreachable':
      return { text: messages.unreachable };
    case 'overloaded':
    case 'unavailable':
      return { text: messages.busy };
    default:
      return { text: reply.status >= 500 ? messages.failed : messages.refused };
  }
}

/** The rule itself was checked before the form was sent. */
const weakness = (message: string): string =>
  / at most /.test(message) ? messages.passwordTooLong : messages.refusedPassword;

/** These messages begin with the name of the field they are about. */
function aboutField(message: string): Explanation {
  const field = /^[a-z_]+(?= )/.exec(message)?.[0];
  if (field === undefined) return { text: messages.refused };
  if (/ empty$/.test(message)) return { field, text: messages.required };
  if (/ at most /.test(message)) return { field, text: messages.tooLong };
  if (/URL/.test(message)) return { field, text: messages.badImageAddress };
  return { field, text: messages.badCharacters };
}

export const suspended = (): string =>
  messages.support === '' ? messages.suspended : fill(messages.suspendedWithSupport, { support: messages.support });

function tooManyAttempts(seconds: number): string {
  if (seconds <= 90) return fill(messages.tooManySeconds, { count: String(Math.max(seconds, 1)) });
  return fill(messages.tooManyMinutes, { count: String(Math.ceil(seconds / 60)) });
}
