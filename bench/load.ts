import type { CannonRequest } from 'autocannon';
import { type Call, send } from './call.ts';

/** Ends after this time or this number of answers. */
export type Load = Requests & ({ readonly seconds: number } | { readonly answers: number });

interface Requests {
  readonly url: string;
  readonly connections: number;
  /** One call per connection, repeated, or a new call each time. */
  readonly calls: { readonly of: (connection: number) => Call } | { readonly next: () => Call };
  /** Requests a second from all connections together; unlimited by default. */
  readonly rate?: number;
  /** With a rate, a slow answer counts for all the requests it delayed, unless this is set. */
  readonly latenciesAsTheyAre?: boolean;
  /** An acceptable status besides 2xx. */
  readonly alsoExpected?: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The number of 2xx answers. */
  readonly answers: number;
  /** Answers with the other acceptable status. */
  readonly refusedPerSecond: number;
}

export async function generate(load: Load): Promise<Measured> {
  const { default: autocannon } = await import('autocannon');
  const { url, connections, calls, rate, latenciesAsTheyAre = false, alsoExpected } = load;
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    timeout: 30,
    // autocannon ends only when it samples, by default once a second.
    ...('seconds' in load ? { duration: load.seconds, sampleInt: 100 } : { amount: load.answers, sampleInt: 5 }),
    ...(rate !== undefined && { overallRate: rate, ignoreCoordinatedOmission: latenciesAsTheyAre }),
    setupClient(client) {
      const requests: CannonRequest[] =
        'of' in calls
          ? [toRequest(calls.of(connection))]
          : [{ setupRequest: (request) => ({ ...request, ...toRequest(calls.next()) }) }];
      connection += 1;
      client.setRequests(requests);
    },
  });
  const refused = result.statusCodeStats[String(alsoExpected)]?.count ?? 0;
  if (result.errors + result.timeouts > 0) throw new Error(`${url}: ${result.errors} connections failed`);
  if (result.non2xx > refused) {
    throw new Error(`${url} answered ${JSON.stringify(result.statusCodeStats)}`);
  }
  if (result['2xx'] === 0) throw new Error(`${url} answered nothing in ${result.duration} s`);
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    answers: result['2xx'],
    refusedPerSecond: refused / result.duration,
  };
}

/**
 * Waits until abandoned hashes are done, which would slow down the next measurement. They run in turn, so once a new
 * one is answered, the old ones are done.
 */
export async function drain(url: string, call: Call): Promise<void> {
  await send(url, call);
}

const toRequest = ({ method, path, headers = {}, body }: Call): CannonRequest => ({
  method,
  path,
  headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body: JSON.stringify(body) }),
});
