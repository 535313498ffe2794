import { composed } from '../features/declarations.ts';
import type { RequestLine } from '../http/server.ts';
import { counter, type Family, labels } from './prometheus-text.ts';

/** The routes that log a user in, and the method of each. */
export const LOGINS: Readonly<Record<string, string>> = composed({ '/api/login': 'password' }, 'logins');
const METHODS = new Map(Object.entries(LOGINS));
const SUCCESS = 'success';
/** Reported as 0 from the start, like every success, so that the first one is an increase. */
const INITIAL = ['invalid_credentials', 'too_many_attempts'];

export type LoginMetrics = ReturnType<typeof createLoginMetrics>;

export function createLoginMetrics() {
  const byMethod = new Map([...METHODS.values()].map((method) => [method, new Map([[SUCCESS, 0]])]));
  for (const outcome of INITIAL) byMethod.get('password')?.set(outcome, 0);
  return {
    record({ method, route, status, errorCode }: RequestLine) {
      const outcomes = method === 'POST' ? byMethod.get(METHODS.get(route) ?? '') : undefined;
      if (!outcomes) return;
      const outcome = errorCode ?? (status < 400 ? SUCCESS : String(status));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    },
    families: (): Family[] => [
      counter(
        'latchkey_logins_total',
        'Logins, by outcome: success, or the error code of the answer.',
        [...byMethod].flatMap(([method, outcomes]) =>
          [...outcomes].map(([outcome, count]) => [labels({ method, outcome }), count] as const),
        ),
      ),
    ],
  };
}
