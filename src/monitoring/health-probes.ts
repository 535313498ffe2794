import { ApiError } from '../http/api-error.ts';
import { type DescribedEndpoint, type Endpoint, type HttpAnswer, jsonEnvelope } from '../http/endpoint.ts';
import { success } from '../http/envelope.ts';
import { Unavailable } from '../http/errors.ts';
import { type Check, isPassed } from './readiness-checks.ts';

const NO_DATA = { type: 'object', additionalProperties: false };

export const LIVENESS = {
  id: 'getLiveness',
  path: '/healthz',
  summary: 'Check liveness',
  description: 'For process supervisors. It does not use the database.',
  message: 'Healthy',
  answers: NO_DATA,
  example: {},
} as const satisfies DescribedEndpoint;

export const READINESS = {
  id: 'getReadiness',
  path: '/readyz',
  summary: 'Check readiness',
  description:
    'For load balancers: the database can be read and written, and the service is not stopping. With ' +
    '`?verbose`, the answer is a plain-text list of the checks.',
  message: 'Ready',
  answers: NO_DATA,
  example: {},
  errors: [{ ...Unavailable, example: { state: 'The database cannot be read and written' } }],
} as const satisfies DescribedEndpoint;

export function healthEndpoints(checks: readonly Check[]): Endpoint[] {
  const required = checks.filter(({ failure }) => failure !== undefined);
  return [
    {
      method: 'GET',
      path: LIVENESS.path,
      isProbe: true,
      answer: () => jsonEnvelope(success(LIVENESS.message, {}).body),
    },
    {
      method: 'GET',
      path: READINESS.path,
      isProbe: true,
      async answer({ query }) {
        if (query.has('verbose')) return listed(checks, await Promise.all(checks.map(isPassed)));
        // Checked in sequence: a stopping service reports that immediately, even if the database hangs.
        for (const check of required)
          if (!(await isPassed(check))) throw new ApiError(Unavailable, { state: check.failure });
        return jsonEnvelope(success(READINESS.message, {}).body);
      },
    },
  ];
}

/** Kubernetes' format, with names only, because the endpoint is public. */
function listed(checks: readonly Check[], passed: readonly boolean[]): HttpAnswer {
  const isReady = checks.every(({ failure }, at) => passed[at] || failure === undefined);
  const lines = checks.map(({ name, failure }, at) => {
    if (passed[at]) return `[+]${name} ok`;
    return failure === undefined ? `[!]${name} failed, and is not required` : `[-]${name} failed`;
  });
  return {
    status: isReady ? 200 : 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...(!isReady && { ...Unavailable.headers, 'x-error-code': Unavailable.code }),
    },
    body: `${lines.join('\n')}\nreadyz check ${isReady ? 'passed' : 'failed'}\n`,
  };
}
