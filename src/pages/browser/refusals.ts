import { fill } from '../texts/fill.ts';
import type { Reply } from './api.ts';
import { messages } from './page.ts';

const BY_CODE: Readonly<Record<string, string>> = {
  invalid_identity: messages.invalidIdentity,
  provider_unavailable: messages.providerUnavailable,
  identity_taken: messages.identityTaken,
  provider_not_found: messages.providerNotFound,
  provider_linked: messages.providerLinked,
  account_required: messages.accountRequired,
  link_required: messages.linkRequired,
  email_domain_refused: messages.emailDomainRefused,
  terms_not_accepted: messages.termsNotAccepted,
  registration_closed: messages.registrationClosed,
  email_taken: messages.emailTaken,
  email_unchanged: messages.emailUnchanged,
  typed_email_wrong: messages.typedEmailWrong,
  last_administrator: messages.lastAdministrator,
  invalid_email: messages.invalidEmail,
  phone_number_taken: messages.phoneTaken,
  wrong_current_password: messages.wrongCurrentPassword,
  missing_field: messages.required,
  invalid_credentials: messages.invalidCredentials,
  invalid_code: messages.invalidCode,
  no_pending_totp: messages.noPendingApp,
  acting_as_user: messages.ownerOnly,
  second_factor_setup_required: messages.factorSetupRequired,
  invalid_passkey: messages.invalidPasskey,
  unknown_passkey: messages.unknownPasskey,
  passkey_on_device: messages.passkeyOnDevice,
  passkey_taken: messages.passkeyOnDevice,
  passkey_refused: messages.passkeyRefused,
  passkey_failed: messages.passkeyFailed,
  deletion_pending: messages.deletionPending,
  invalid_picture: messages.badPicture,
  storage_blocked: messages.storageBlocked,
  session_ended: messages.sessionEnded,
  unreachable: messages.unreachable,
  export_running: messages.busy,
  overloaded: messages.busy,
  unavailable: messages.busy,
};

/** Explains a refusal in the user's language, by stable codes and fields: the service's messages are for developers. */
export function explain(reply: Reply, isTooLong = false): string {
  switch (reply.code) {
    case 'weak_password':
      // The rule itself was checked before the form was sent.
      if (isTooLong) return messages.passwordTooLong;
      return reply.header('x-error-reason') === 'breached' ? messages.breachedPassword : messages.refusedPassword;
    case 'invalid_field':
      if (isTooLong) return messages.tooLong;
      return reply.field === 'profile_image_url' ? messages.badImageAddress : messages.badCharacters;
    case 'account_not_active':
      return suspended();
    case 'too_many_attempts':
    case 'too_many_emails':
      return tooManyAttempts(reply.retryAfterSeconds);
    default:
      if (reply.header('x-error-reason') === 'misconfigured') return messages.providerMisconfigured;
      return BY_CODE[reply.code] ?? (reply.status >= 500 ? messages.failed : messages.refused);
  }
}

export const suspended = (): string =>
  messages.support === '' ? messages.suspended : fill(messages.suspendedWithSupport, { support: messages.support });

export function tooManyAttempts(seconds: number): string {
  // Never 1, because the texts use the plural.
  if (seconds <= 90) return fill(messages.tooManySeconds, { count: String(Math.max(seconds, 2)) });
  return fill(messages.tooManyMinutes, { count: String(Math.ceil(seconds / 60)) });
}

export const tooManyCodes = (seconds: number): string =>
  fill(messages.tooManyCodes, { count: String(Math.max(1, Math.ceil(seconds / 60))) });
