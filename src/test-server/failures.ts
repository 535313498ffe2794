import { readEnumMember, readFlagMember, refuseUnknownMembers } from '../administration/read-body.ts';
import { InvalidMember, Overloaded, TooManyAttempts } from '../api/errors.ts';
import type { ErrorDeclaration } from '../declare/error.ts';
import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { ServerError } from '../http/errors.ts';
import type { Body } from '../http/json-body.ts';
import type { DeveloperInbox } from '../mail/developer-inbox.ts';
import { DeliveryFailure } from '../mail/transport.ts';

/** The errors that any request may meet. */
const ANSWERS: Readonly<Record<string, ErrorDeclaration>> = { 429: TooManyAttempts, 500: ServerError, 503: Overloaded };

interface FailingRequests {
  readonly answer: ErrorDeclaration;
  /** A path, or everything below a path that ends with a slash. */
  readonly path: string;
  readonly retryAfter: string;
  /** The number of requests that will still fail. */
  left: number;
}

export interface Failures {
  readonly isMailDown: () => boolean;
  /** Replaces the failures by those in the body. */
  set(body: Body): void;
  clear(): void;
  /** An endpoint that fails on demand. */
  around(endpoint: Endpoint): Endpoint;
  /** An inbox that accepts no e-mail while mail is down. */
  inbox(inbox: DeveloperInbox): DeveloperInbox;
}

/** Failures on demand, for tests of how an application handles them. */
export function createFailures(): Failures {
  let isMailDown = false;
  let failing: FailingRequests | undefined;
  const failureOf = ({ path }: { readonly path: string }): ApiError | undefined => {
    if (!failing || failing.left <= 0 || !isBelow(path, failing.path)) return undefined;
    failing.left -= 1;
    return new ApiError(failing.answer, undefined, { 'retry-after': failing.retryAfter });
  };
  return {
    isMailDown: () => isMailDown,
    set(body) {
      const requests = readRequests(body);
      isMailDown = readFlagMember(body, 'mail_is_down', false);
      failing = requests;
    },
    clear() {
      isMailDown = false;
      failing = undefined;
    },
    around: (endpoint) => ({
      ...endpoint,
      answer(request) {
        const failure = failureOf(request);
        if (failure) throw failure;
        return endpoint.answer(request);
      },
    }),
    inbox: (inbox) => ({
      ...inbox,
      async send(email) {
        if (isMailDown) throw new DeliveryFailure('unreachable', 'mail is down', false);
        return inbox.send(email);
      },
    }),
  };
}

const isBelow = (path: string, failing: string): boolean =>
  path === failing || (failing.endsWith('/') && path.startsWith(failing));

function readRequests(body: Body): FailingRequests | undefined {
  refuseUnknownMembers(body, ['mail_is_down', 'status', 'path', 'times', 'retry_after']);
  if (!body.has('status')) return undefined;
  const answer = ANSWERS[readEnumMember(body, 'status', Object.keys(ANSWERS))];
  return (
    answer && {
      answer,
      path: body.text('path') || '/api/',
      retryAfter: String(readCount(body, 'retry_after', 1)),
      left: readCount(body, 'times', Number.POSITIVE_INFINITY),
    }
  );
}

function readCount(body: Body, field: string, otherwise: number): number {
  const text = body.text(field);
  if (text === '') return otherwise;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new ApiError(InvalidMember, { field, rule: 'a whole number above 0' });
  return Number(text);
}
