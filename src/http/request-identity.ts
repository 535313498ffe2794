import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseTraceParent, type TraceContext } from './trace-context.ts';

/** What identifies a request in log lines, answers and traces. */
export interface RequestIdentity {
  readonly requestId: string;
  readonly trace: TraceContext | undefined;
}

export type IdentifyRequest = (raw: IncomingMessage) => RequestIdentity;

interface IdentitySettings {
  /** Whether the connection comes from a proxy of ours. */
  readonly isTrustedPeer: (raw: IncomingMessage) => boolean;
  /** Where traces are recorded: begins our own span, below that of the caller. */
  readonly beginTrace: ((caller: TraceContext | undefined) => TraceContext) | undefined;
}

/** UUIDs, ULIDs and the ids of common proxies. Log lines have it unescaped. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

/**
 * X-Request-Id and traceparent count when they come from a trusted proxy: anybody else could give a request the id of
 * another one, or have all of theirs recorded. A malformed one is replaced.
 */
export const createIdentifyRequest =
  ({ isTrustedPeer, beginTrace }: IdentitySettings): IdentifyRequest =>
  (raw) => {
    const { 'x-request-id': given, traceparent } = raw.headers;
    const isTrusted = (given !== undefined || traceparent !== undefined) && isTrustedPeer(raw);
    const caller = isTrusted ? parseTraceParent(String(traceparent)) : undefined;
    return {
      requestId: isTrusted && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
      trace: beginTrace ? beginTrace(caller) : caller,
    };
  };
