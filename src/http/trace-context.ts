/** Where a request belongs in a distributed trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: of the caller, or of our own span where traces are recorded. */
  readonly spanId: string;
  /** Of the caller, beside our own. */
  readonly parentSpanId?: string | undefined;
  readonly isSampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 0x01;

/** Undefined for what is malformed: the specification says to go on as if there were none. */
export function parseTraceParent(header: string | undefined): TraceContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header ?? '') ?? [];
  // Version 00 ends with the flags; later ones may go on. ff is not a valid version, nor zeros a valid id.
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}
