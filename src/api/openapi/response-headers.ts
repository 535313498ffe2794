import { PASSWORD_WARNINGS } from '../../core/passwords/password-policy.ts';
import type { ExposedHeader } from '../../http/headers.ts';
import { FACTORS } from '../../store/tables/factors.ts';
import { oneOf, type Schema, string } from '../json-schema.ts';
import { AccountStatus } from '../schemas.ts';

interface ResponseHeader {
  readonly description: string;
  readonly schema: Schema;
  readonly required?: boolean;
  readonly example?: unknown;
}

/** Headers that a client should read, each described once in `components.headers`. */
export const RESPONSE_HEADERS: Readonly<Record<ExposedHeader, ResponseHeader>> = {
  'X-Request-Id': {
    description: "The id of this request, as in the service's log.",
    required: true,
    schema: string({ format: 'uuid' }),
    example: '3f0c9a52-7f6e-4d0b-9a53-0f8f6b1f7c21',
  },
  'X-Error-Code': {
    description: 'The stable name of the error; docs/errors.md lists all of them.',
    required: true,
    schema: string(),
    example: 'invalid_json',
  },
  'X-Error-Field': {
    description: 'The member of the body, or the parameter, at fault.',
    schema: string(),
    example: 'email',
  },
  'X-Error-Reason': { description: 'What the code leaves open, such as which rule was broken.', schema: string() },
  'X-Account-Status': { description: 'The status of the account.', schema: AccountStatus, example: 'INACTIVE' },
  'X-Second-Factors': {
    description: `What can be sent as the second factor, with commas: ${FACTORS.map(({ name }) => `\`${name}\``).join(', ')}.`,
    schema: string(),
    example: 'totp, recovery_code',
  },
  'X-Result': { description: 'Tells one success from another, where only the message would.', schema: string() },
  'X-Password-Warning': {
    description: 'The new password was accepted, but is easy to guess: why.',
    schema: oneOf(PASSWORD_WARNINGS),
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  RateLimit: {
    description: 'The remainder of the limit (draft-ietf-httpapi-ratelimit-headers).',
    schema: string(),
    example: '"failed-passwords";r=0;t=30',
  },
  'RateLimit-Policy': {
    description: 'The limit: how many failures in how many seconds.',
    schema: string(),
    example: '"failed-passwords";q=20;w=900',
  },
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750, or RFC 9470 if a more recent login is needed.',
    schema: string(),
  },
};

const BY_LOWER_CASE = new Map(Object.keys(RESPONSE_HEADERS).map((name) => [name.toLowerCase(), name]));

/** References to the described ones among these headers. Names may be in lower case. */
export const headerReferences = (names: Iterable<string>): Readonly<Record<string, object>> =>
  Object.fromEntries(
    [...new Set(names)].flatMap((given) => {
      const name = BY_LOWER_CASE.get(given.toLowerCase());
      return name === undefined ? [] : [[name, { $ref: `#/components/headers/${name}` }]];
    }),
  );

/** A header with its values in one response. */
export const headerWithValues = (
  name: 'X-Error-Code' | 'X-Error-Reason' | 'X-Result',
  values: readonly string[],
): object => ({ ...RESPONSE_HEADERS[name], schema: oneOf(values), example: values[0] });
