import { error } from '../declare/error.ts';

export const MAX_BODY_BYTES = 64 * 1024;

/** Errors of HTTP itself: malformed requests, unknown paths and methods, limits. */
export const BadRequest = error('bad_request', 400, 'Bad request');
export const HostRequired = error('bad_request', 400, 'Host header is required', { reason: 'host_required' });
export const BodyCutOff = error('bad_request', 400, 'The request ended before its body did', { reason: 'cut_off' });
export const NotFound = error('not_found', 404, 'Not found');
export const MethodNotAllowed = error('method_not_allowed', 405, 'Method not allowed');
export const ForeignHost = error('misdirected_request', 421, 'Not served under this name; open it as localhost');
export const RemoteClient = error(
  'distant_client',
  403,
  'Only for this machine; INBOX_NETWORKS lets others read the inbox',
);
export const ForwardedRequest = error(
  'forwarded_request',
  403,
  'Only for this machine, not through a proxy or tunnel: see TRUST_PROXY and INBOX_NETWORKS',
);
export const CrossSiteRequest = error('cross_site_request', 403, 'Only programs and pages of this address can do this');
export const RequestTimeout = error('request_timeout', 408, 'Request timeout');
export const HeadersTooLarge = error('headers_too_large', 431, 'Request headers are too large');

/** Errors of the request body, declared by every operation that takes one. */
export const InvalidJson = error('invalid_json', 400, 'Invalid JSON format');
const invalidField = (reason: string, message: string) =>
  error('invalid_field', 400, message, { values: { field: '[a-z_]+' }, reason });
export const NotAString = invalidField('not_a_string', '{field} must be a string');
export const NotAnObject = invalidField('not_an_object', '{field} must be an object');
export const NotAList = invalidField('not_a_list', '{field} must be a list of strings');
export const ForbiddenCharacters = invalidField(
  'forbidden_characters',
  '{field} contains characters that are not allowed',
);
export const BodyTooLarge = error('body_too_large', 413, `Request body must be at most ${MAX_BODY_BYTES / 1024} KiB`, {
  headers: { connection: 'close' },
});

export const ServerError = error('internal_error', 500, 'Server error');
export const Unavailable = error('unavailable', 503, '{state}', { values: { state: '.*' } });
