import { error } from '../../declare/error.ts';

/** Why a provider's confirmation was not accepted, as far as the client may know. */
const IDENTITY_REASONS = ['cancelled', 'expired', 'used', 'old_login'] as const;
export type IdentityReason = (typeof IDENTITY_REASONS)[number];

/** Why a provider cannot be used: only the operator can fix it. */
const MISCONFIGURED = 'misconfigured';

const LOGIN = 'a login with a provider';
/** A single error for every fault; the log has the cause. */
export const InvalidIdentity = error('invalid_identity', 401, 'The login could not be confirmed. Please start again.', {
  reasons: IDENTITY_REASONS,
  logged: LOGIN,
});
const NOT_SET_UP = 'Provider misconfigured';
/** Precedes InvalidIdentity and ProviderUnavailable: another try cannot help. */
export const LoginMisconfigured = error('invalid_identity', 401, NOT_SET_UP, { reason: MISCONFIGURED, logged: LOGIN });
export const ProviderMisconfigured = error('provider_unavailable', 503, NOT_SET_UP, {
  reason: MISCONFIGURED,
  logged: LOGIN,
});
export const ProviderNotFound = error('provider_not_found', 404, 'Provider not found');
export const ProviderUnavailable = error(
  'provider_unavailable',
  503,
  'The provider does not answer. Please try again.',
  { logged: LOGIN },
);
/** The provider confirmed a person who has no account here. */
export const AccountRequired = error('account_required', 409, 'There is no account for this login yet');
export const LinkRequired = error(
  'link_required',
  409,
  'An account has this address. Log in to it, then link this login.',
);
export const IdentityTaken = error('identity_taken', 409, 'This login belongs to an account already');
export const ProviderLinked = error('provider_linked', 409, 'The account has a login with this provider already');
export const IdentityNotFound = error('identity_not_found', 404, 'Login not found');
