import { fill } from '../texts/fill.ts';
import type { Reply } from './api.ts';
import { messages } from './page.ts';

/** What people read of a refusal, in their language. Codes and fields are stable; the English messages are for developers. */
export function explain(reply: Reply, isTooLong = false): string {
  switch (reply.code) {
    case 'email_taken':
      return messages.emailTaken;
    case 'email_unchanged':
      return messages.emailUnchanged;
    case 'typed_email_wrong':
      return messages.typedEmailWrong;
    case 'last_administrator':
      return messages.lastAdministrator;
    case 'invalid_email':
      return messages.invalidEmail;
    case 'phone_number_taken':
      return messages.phoneTaken;
    case 'wrong_current_password':
      return messages.wrongCurrentPassword;
    case 'weak_password':
      // The rule itself was checked before the form was sent.
      return isTooLong ? messages.passwordTooLong : messages.refusedPassword;
    case 'missing_field':
      return messages.required;
    case 'invalid_field':
      if (isTooLong) return messages.tooLong;
      return reply.field === 'profile_image_url' ? messages.badImageAddress : messages.badCharacters;
    case 'invalid_credentials':
      return messages.invalidCredentials;
    case 'invalid_code':
      return messages.invalidCode;
    case 'no_pending_totp':
      return messages.noPendingApp;
    case 'acting_as_user':
      return messages.ownerOnly;
    case 'second_factor_setup_required':
      return messages.factorSetupRequired;
    case 'invalid_passkey':
      return messages.invalidPasskey;
    case 'unknown_passkey':
      return messages.unknownPasskey;
    case 'passkey_on_device':
    case 'passkey_taken':
      return messages.passkeyOnDevice;
    case 'passkey_refused':
      return messages.passkeyRefused;
    case 'passkey_failed':
      return messages.passkeyFailed;
    case 'deletion_pending':
      return messages.deletionPending;
    case 'account_not_active':
      return suspended();
    case 'invalid_picture':
      return messages.badPicture;
    case 'too_many_attempts':
    case 'too_many_emails':
      return tooManyAttempts(reply.retryAfterSeconds);
    case 'storage_blocked':
      return messages.storageBlocked;
    case 'session_ended':
      return messages.sessionEnded;
    case 'unreachable':
      return messages.unreachable;
    case 'export_running':
    case 'overloaded':
    case 'unavailable':
      return messages.busy;
    default:
      return reply.status >= 500 ? messages.failed : messages.refused;
  }
}

export const suspended = (): string =>
  messages.support === '' ? messages.suspended : fill(messages.suspendedWithSupport, { support: messages.support });

/** Also while the time runs down. */
export function tooManyAttempts(seconds: number): string {
  // Never 1: the texts have a plural.
  if (seconds <= 90) return fill(messages.tooManySeconds, { count: String(Math.max(seconds, 2)) });
  return fill(messages.tooManyMinutes, { count: String(Math.ceil(seconds / 60)) });
}
