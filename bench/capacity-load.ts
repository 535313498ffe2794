import { Agent, request as httpRequest } from 'node:http';
import type { RawDatabase } from '../test/support/raw-database.ts';
import { cpuTimeMs } from './cpu-time.ts';

export const CONNECTIONS = 32;
const SECONDS = Number(process.env.CAPACITY_SECONDS ?? 5);

export type Call = (connection: number) => { method: string; path: string; body?: object; token?: string };

/** The measured processes: the service and, if any, the server of its database. */
export interface Measured {
  readonly url: string;
  readonly db: RawDatabase;
  readonly servicePid: number;
  readonly databasePid: number | undefined;
}

interface Usage {
  readonly serviceMs: number;
  readonly databaseMs: number;
  /** The bytes that replication and backups transfer. */
  readonly walBytes: number;
}

async function usageOf({ db, servicePid, databasePid }: Measured): Promise<Usage> {
  const wal =
    db.kind === 'postgres'
      ? await db.one<{ bytes: number }>(`SELECT (pg_current_wal_lsn() - '0/0')::bigint AS bytes`)
      : undefined;
  return {
    serviceMs: cpuTimeMs(servicePid),
    databaseMs: databasePid === undefined ? 0 : cpuTimeMs(databasePid),
    walBytes: Number(wal?.bytes ?? 0),
  };
}

/** Sends the call over all connections for some seconds and returns a line of figures. */
export async function measure(measured: Measured, expected: number, call: Call): Promise<string> {
  const latencies: number[] = [];
  const before = await usageOf(measured);
  const endMs = performance.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < endMs) {
        const startedMs = performance.now();
        const status = await send(measured.url, agent, call(connection));
        if (status !== expected) throw new Error(`answered ${status}`);
        latencies.push(performance.now() - startedMs);
      }
      agent.destroy();
    }),
  );
  const after = await usageOf(measured);
  latencies.sort((a, b) => a - b);
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
  const each = (name: keyof Usage) => (after[name] - before[name]) / latencies.length;
  const database =
    measured.databasePid === undefined
      ? ''
      : `, database ${each('databaseMs').toFixed(2)}; WAL bytes each: ${each('walBytes').toFixed(0)}`;
  const rate = Math.round(latencies.length / SECONDS);
  return `${rate}/s, p99 ${p99.toFixed(0)} ms; CPU ms each: service ${each('serviceMs').toFixed(2)}${database}`;
}

function send(url: string, agent: Agent, { method, path, body, token }: ReturnType<Call>): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    httpRequest(`${url}${path}`, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}
