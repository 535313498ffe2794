import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Passwords } from '../../core/passwords/password-hashing.ts';
import type { Respond } from '../../http/pipelining.ts';
import type { RequestLine } from '../../http/server.ts';
import type { TraceContext } from '../../http/trace-context.ts';
import { VERSION } from '../../lib/version.ts';
import type { MailTransport } from '../../mail/transport.ts';
import type { WritableDatabase } from '../../store/engine/database.ts';
import type { Family } from '../prometheus-text.ts';
import type { Span } from './otlp-json.ts';
import { createSpanExporter } from './span-exporter.ts';

interface TracingSettings {
  readonly tracesUrl: string;
  readonly otelExporterOtlpHeaders: readonly (readonly [string, string])[];
  readonly otelServiceName: string;
  readonly otelTracesSampler: string;
  readonly otelTracesSamplerArg: number;
}

/** OpenTelemetry traces. Spans contain no personal data: routes as declared, SQL without parameters. */
export interface Tracing {
  /** The span of a request, as a child of the caller's. */
  begin(caller: TraceContext | undefined): TraceContext;
  /** Work done while responding belongs to the request's span. */
  aroundRequest(respond: Respond): Respond;
  answered(line: RequestLine): void;
  database(db: WritableDatabase): WritableDatabase;
  passwords(passwords: Passwords): Passwords;
  /** `server`: host and port. */
  transport(transport: MailTransport, server: string): MailTransport;
  families(): Family[];
  stop(): Promise<void>;
}

type SpanDetails = Pick<Span, 'name' | 'kind' | 'attributes'>;

/** Loaded only if a collector is configured. */
export function createTracing(settings: TracingSettings, processId: number, log: Logger): Tracing {
  const isSampled = createSampler(settings.otelTracesSampler, settings.otelTracesSamplerArg);
  const exporter = createSpanExporter({
    url: settings.tracesUrl,
    headers: settings.otelExporterOtlpHeaders,
    resource: {
      'service.name': settings.otelServiceName,
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${processId}`,
    },
    version: VERSION,
    log,
  });
  /** The current span, if it is recorded. */
  const current = new AsyncLocalStorage<TraceContext>();

  const begin = (caller: TraceContext | undefined): TraceContext => {
    const traceId = caller?.traceId ?? hex(16);
    return { traceId, spanId: hex(8), parentSpanId: caller?.spanId, isSampled: isSampled(traceId, caller) };
  };
  const recorded = async <T>(context: TraceContext, details: SpanDetails, work: () => Promise<T>): Promise<T> => {
    const { traceId, spanId, parentSpanId } = context;
    const startMs = nowMs();
    const end = (error?: unknown) => {
      const failure: Record<string, string> = error === undefined ? {} : { 'error.type': typeOf(error) };
      const attributes = { ...details.attributes, ...failure };
      const span = { traceId, spanId, parentSpanId, startMs, endMs: nowMs(), isError: error !== undefined };
      exporter.add({ ...details, ...span, attributes });
    };
    try {
      const result = await work();
      end();
      return result;
    } catch (error) {
      end(error ?? new Error());
      throw error;
    }
  };
  const child = <T>(details: () => SpanDetails, work: () => Promise<T>): Promise<T> => {
    const parent = current.getStore();
    if (!parent) return work();
    return recorded({ ...parent, spanId: hex(8), parentSpanId: parent.spanId }, details(), work);
  };

  return {
    begin,
    aroundRequest: (respond) => (exchange) =>
      exchange.trace?.isSampled ? current.run(exchange.trace, respond, exchange) : respond(exchange),
    answered({ trace, method, route, status, ms, errorCode, requestId }) {
      if (!trace?.isSampled) return;
      const { traceId, spanId, parentSpanId } = trace;
      const isKnown = route !== 'unknown';
      const endMs = nowMs();
      exporter.add({
        traceId,
        spanId,
        parentSpanId,
        kind: 'server',
        startMs: endMs - ms,
        endMs,
        isError: status >= 500,
        name: isKnown ? `${method} ${route}` : method,
        attributes: {
          'http.request.method': method,
          ...(isKnown && { 'http.route': route }),
          'http.response.status_code': status,
          ...(status >= 400 && { 'error.type': errorCode ?? String(status) }),
          'latchkey.request_id': requestId,
        },
      });
    },
    database(db) {
      const system = db.kind === 'postgres' ? 'postgresql' : db.kind;
      const query = (sql: string) => (): SpanDetails => {
        const operation = /\w+/.exec(sql)?.[0] ?? 'query';
        const attributes = { 'db.system.name': system, 'db.operation.name': operation, 'db.query.text': sql.trim() };
        return { name: operation, kind: 'client', attributes };
      };
      const batch = (size: number) => (): SpanDetails => ({
        name: 'BATCH',
        kind: 'client',
        attributes: { 'db.system.name': system, 'db.operation.name': 'BATCH', 'db.operation.batch.size': size },
      });
      return {
        ...db,
        one: (sql, params) => child(query(sql), () => db.one(sql, params)),
        all: (sql, params) => child(query(sql), () => db.all(sql, params)),
        batch: (statements) => child(batch(statements.length), () => db.batch(statements)),
      };
    },
    passwords: (passwords) => ({
      ...passwords,
      hash: (password, client) => child(hashing('argon2 hash'), () => passwords.hash(password, client)),
      matches: (...guess) => child(hashing('argon2 verify'), () => passwords.matches(...guess)),
    }),
    transport: (transport, server) => ({
      rehearse: (email) => transport.rehearse(email),
      close: () => transport.close(),
      // The worker sends long after the request, so an e-mail gets a separate trace.
      send(email) {
        const context = begin(undefined);
        const send = () => transport.send(email);
        const { hostname: address, port } = new URL(`smtp://${server}`);
        const attributes = { 'server.address': address, ...(port !== '' && { 'server.port': Number(port) }) };
        return context.isSampled ? recorded(context, { name: 'smtp send', kind: 'client', attributes }, send) : send();
      },
    }),
    families: exporter.families,
    stop: exporter.stop,
  };
}

const hashing = (name: string) => (): SpanDetails => ({ name, kind: 'internal', attributes: {} });

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

const CLOCK_TOLERANCE_MS = 100;
let epochMs = Date.now() - performance.now();
/** The time with microseconds, monotonic unless the machine's clock was set. */
const nowMs = (): number => {
  const ms = epochMs + performance.now();
  const aheadMs = Date.now() - ms;
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS) epochMs += aheadMs;
  return epochMs + performance.now();
};

/** The code or class of an error. Its message may contain what a user sent. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Whether a trace is recorded, by OTEL_TRACES_SAMPLER. */
type Sampler = (traceId: string, caller: TraceContext | undefined) => boolean;

/** The last digits of a trace id are random; a number holds this many exactly. */
const DIGITS = 13;

export function createSampler(name: string, ratio: number): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name) ?? [];
  const share = kind === 'always_on' ? 1 : kind === 'always_off' ? 0 : ratio;
  return (traceId, caller) => {
    if (parentBased && caller) return caller.isSampled;
    return Number.parseInt(traceId.slice(-DIGITS), 16) < share * 16 ** DIGITS;
  };
}
