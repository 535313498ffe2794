import diagnostics from 'node:diagnostics_channel';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { INTERVAL_MS } from '../../src/app/housekeeping.ts';
import type { Timers } from '../../src/lib/timers.ts';
import { createClient } from './client.ts';
import type { TestDatabase } from './databases.ts';
import type { RawDatabase } from './raw-database.ts';
import type { Service } from './service.ts';
import { until } from './until.ts';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** A request whose check is over, and whose write has not begun. */
export interface HeldRequest {
  /** Lets it go on, and returns its answer. */
  release(): Promise<Refusal>;
}

const MARK = 'x-held';
let marks = 0;

/**
 * Sends the headers; the operation has checked them and waits for the body, which is sent when the request is released.
 */
export async function holdBody(service: Service, sentRequest: SentRequest): Promise<HeldRequest> {
  const { method, path, token, body, headers: more } = sentRequest;
  const text = JSON.stringify(body);
  marks += 1;
  const mark = String(marks);
  let arrived: IncomingMessage | undefined;
  const notice = (message: unknown) => {
    const { request: incoming } = message as { request: IncomingMessage };
    if (incoming.headers[MARK] === mark) arrived = incoming;
  };
  diagnostics.subscribe('http.server.request.start', notice);
  const headers = {
    ...more,
    authorization: `Bearer ${token}`,
    'content-length': Buffer.byteLength(text),
    [MARK]: mark,
  };
  const sent = request(`${service.url}${path}`, { method, headers });
  const answered = answerTo(sent);
  sent.flushHeaders();
  const isAnswered = answered.then(() => true);
  const state = await Promise.race([
    until('the operation asks for its body', () => (arrived?.listenerCount('data') ?? 0) > 0),
    isAnswered,
  ]);
  diagnostics.unsubscribe('http.server.request.start', notice);
  if (state === true)
    throw new Error(`${method} ${path} is answered without its body: ${JSON.stringify(await answered)}`);
  return {
    release: () => {
      sent.end(text);
      return answered;
    },
  };
}

const answerTo = (sent: ClientRequest): Promise<Refusal> =>
  new Promise((resolve, reject) => {
    sent.once('error', reject).once('response', (message) => {
      message.resume();
      message.once('end', () =>
        resolve({ status: message.statusCode ?? 0, code: String(message.headers['x-error-code'] ?? '') }),
      );
    });
  });

/** A database that can hold up one write: of an operation without a body there is nothing else to hold back. */
export interface HoldingDatabase extends TestDatabase {
  /** The next transaction waits before it begins, or the one after some others; all others pass. */
  holdNextWrite(passing?: number): { readonly isHeld: () => boolean; readonly release: () => void };
}

/** Written by the queue of e-mails, which is woken by each of them, and before an API key is accepted. */
const AROUND_REQUESTS = /UPDATE (outbox SET due_at|api_keys SET last_used_at)/;

/**
 * Without housekeeping, the queue of deliveries and the note that this instance runs, which come at any moment: they
 * would be held in place of the operation, or seem to be written by it.
 */
const withoutBackground = (timers: Timers): Timers => ({
  nowMs: timers.nowMs,
  every: () => () => {},
  after: (ms, work) => (ms >= INTERVAL_MS ? () => {} : timers.after(ms, work)),
});

export function holdingDatabase(database: TestDatabase): HoldingDatabase {
  let waiting: { isHeld: boolean; passing: number; readonly gate: Promise<void> } | undefined;
  return {
    ...database,
    clock: { ...database.clock, timers: withoutBackground(database.clock.timers) },
    open() {
      const db = database.open();
      const batch: RawDatabase['batch'] = async (statements) => {
        if (waiting && !waiting.isHeld && !statements.some(({ sql }) => AROUND_REQUESTS.test(sql))) {
          waiting.isHeld = waiting.passing === 0;
          waiting.passing -= 1;
          if (waiting.isHeld) await waiting.gate;
        }
        return db.batch(statements);
      };
      return { ...db, batch };
    },
    holdNextWrite(passing = 0) {
      const { promise: gate, resolve: release } = Promise.withResolvers<void>();
      const own = { isHeld: false, passing, gate };
      waiting = own;
      return { isHeld: () => own.isHeld, release };
    },
  };
}

/**
 * Sends the whole request, whose first write, or a later one, waits until it is released. Nothing else may write until
 * then: no e-mail is on its way.
 */
export async function holdWrite(
  service: Service,
  database: HoldingDatabase,
  { method, path, token, body, headers }: SentRequest,
  passing = 0,
): Promise<HeldRequest & { readonly answered: ReturnType<Service['request']> }> {
  await service.emailsTo('');
  const { isHeld, release } = database.holdNextWrite(passing);
  const answered = createClient(service.url)(method, path, { token, body, ...(headers && { headers }) });
  const state = await Promise.race([until('the operation writes', isHeld), answered]);
  if (state) throw new Error(`${method} ${path} is answered without a write: ${state.text}`);
  return {
    answered,
    release: async () => {
      release();
      const { status, headers } = await answered;
      return { status, code: headers.get('x-error-code') ?? '' };
    },
  };
}
