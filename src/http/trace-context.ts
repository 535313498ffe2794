/** The position of a request in a distributed trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the caller's span or, with tracing, Latchkey's own. */
  readonly spanId: string;
  /** The caller's span, if `spanId` is Latchkey's. */
  readonly parentSpanId?: string | undefined;
  readonly isSampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 0x01;

/** Undefined if malformed: the specification says to continue as if the header were missing. */
export function parseTraceParent(header: string | undefined): TraceContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header ?? '') ?? [];
  // Version 00 ends with the flags; later versions may add fields. Version ff and ids of zeros are invalid.
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}
