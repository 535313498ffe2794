import type { CannonRequest } from 'autocannon';
import { type Call, send } from './call.ts';

/** Lasts so long, or until so many have been answered. */
export type Load = Requests & ({ readonly seconds: number } | { readonly answers: number });

interface Requests {
  readonly url: string;
  readonly connections: number;
  /** One call for each connection, sent again and again, or a new one each time. */
  readonly calls: { readonly of: (connection: number) => Call } | { readonly next: () => Call };
  /** Requests a second from all connections together; as many as can be had, unless it is given. */
  readonly rate?: number;
  /** With a rate, a slow answer stands for all the requests that could not be made meanwhile, unless this is set. */
  readonly latenciesAsTheyAre?: boolean;
  /** What may be answered besides 2xx. */
  readonly alsoExpected?: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How many 2xx there were in all. */
  readonly answers: number;
  /** Of the answers that were expected besides 2xx. */
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
    // It ends only when it samples, which by default is once a second.
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
 * Slow hashes that were asked for and never waited for would be counted against whoever is measured next. They are done
 * in turn, so once a new one is answered, the old ones are.
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
