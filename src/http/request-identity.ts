import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseTraceParent, type TraceContext } from './trace-context.ts';

/** Identifies a request in log lines, answers and traces. */
export interface RequestIdentity {
  readonly requestId: string;
  readonly trace: TraceContext | undefined;
}

export type IdentifyRequest = (raw: IncomingMessage) => RequestIdentity;

interface IdentitySettings {
  /** Whether the connection comes from a trusted proxy. */
  readonly isTrustedPeer: (raw: IncomingMessage) => boolean;
  /** Starts a span below the caller's, if tracing is on. */
  readonly beginTrace: ((caller: TraceContext | undefined) => TraceContext) | undefined;
}

/** UUIDs, ULIDs and the ids of common proxies. The pattern is safe to log unescaped. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

/**
 * X-Request-Id and traceparent count only from a trusted proxy: another client could reuse a request's id, or have all
 * its requests traced. Malformed ones are replaced.
 */
export const createIdentifyRequest =
  ({ isTrustedPeer, beginTrace }: IdentitySettings): IdentifyRequest =>
  (raw) => {
    const { 'x-request-id': sentId, traceparent } = raw.headers;
    const isTrusted = (sentId !== undefined || traceparent !== undefined) && isTrustedPeer(raw);
    const caller = isTrusted ? parseTraceParent(String(traceparent)) : undefined;
    return {
      requestId: isTrusted && typeof sentId === 'string' && REQUEST_ID.test(sentId) ? sentId : randomUUID(),
      trace: beginTrace ? beginTrace(caller) : caller,
    };
  };
