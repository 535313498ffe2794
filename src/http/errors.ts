export const MAX_BODY_BYTES = 64 * 1024;

/** Errors of HTTP itself: malformed requests, unknown paths and methods, limits. */
export const BadRequest = { code: 'bad_request', status: 400, message: 'Bad request' } as const;
export const HostRequired = {
  code: 'bad_request',
  status: 400,
  message: 'Host header is required',
  reason: 'host_required',
} as const;
export const BodyCutOff = {
  code: 'bad_request',
  status: 400,
  message: 'The request ended before its body did',
  reason: 'cut_off',
} as const;
export const NotFound = { code: 'not_found', status: 404, message: 'Not found' } as const;
export const MethodNotAllowed = { code: 'method_not_allowed', status: 405, message: 'Method not allowed' } as const;
export const ForeignHost = {
  code: 'misdirected_request',
  status: 421,
  message: 'The inbox is not served under this name; open it as localhost',
} as const;
export const DistantClient = {
  code: 'distant_client',
  status: 403,
  message: 'The inbox is for this machine alone; INBOX_NETWORKS lets others read it',
} as const;
export const CrossSiteRequest = {
  code: 'cross_site_request',
  status: 403,
  message: 'Only the inbox itself, or a program, can clear the inbox; other web pages cannot',
} as const;
export const RequestTimeout = { code: 'request_timeout', status: 408, message: 'Request timeout' } as const;
export const HeadersTooLarge = {
  code: 'headers_too_large',
  status: 431,
  message: 'Request headers are too large',
} as const;

/** Errors of the request body, declared by every operation that takes one. */
export const InvalidJson = { code: 'invalid_json', status: 400, message: 'Invalid JSON format' } as const;
export const NotAString = {
  code: 'invalid_field',
  status: 400,
  message: '{field} must be a string',
  values: { field: '[a-z_]+' },
  reason: 'not_a_string',
} as const;
export const NotAnObject = {
  code: 'invalid_field',
  status: 400,
  message: '{field} must be an object',
  values: { field: '[a-z_]+' },
  reason: 'not_an_object',
} as const;
export const NotAList = {
  code: 'invalid_field',
  status: 400,
  message: '{field} must be a list of strings',
  values: { field: '[a-z_]+' },
  reason: 'not_a_list',
} as const;
export const ForbiddenCharacters = {
  code: 'invalid_field',
  status: 400,
  message: '{field} contains characters that are not allowed',
  values: { field: '[a-z_]+' },
  reason: 'forbidden_characters',
} as const;
export const BodyTooLarge = {
  code: 'body_too_large',
  status: 413,
  message: `Request body must be at most ${MAX_BODY_BYTES / 1024} KiB`,
  headers: { connection: 'close' },
} as const;

export const ServerError = { code: 'internal_error', status: 500, message: 'Server error' } as const;
export const Unavailable = {
  code: 'unavailable',
  status: 503,
  message: '{state}',
  values: { state: '.*' },
} as const;
