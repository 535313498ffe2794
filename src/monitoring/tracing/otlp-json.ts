const SPAN_KIND = { internal: 1, server: 2, client: 3 } as const;

type Attributes = Readonly<Record<string, string | number>>;

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind: keyof typeof SPAN_KIND;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** Failed, and not through the caller's fault. */
  readonly isError: boolean;
}

const STATUS_ERROR = 2;

/** The body of a request to a collector: ExportTraceServiceRequest in the JSON of OTLP 1. */
export const toOtlpJson = (spans: readonly Span[], resource: Attributes, version: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: { name: 'latchkey', version }, spans: spans.map(spanJson) }],
      },
    ],
  });

const spanJson = ({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, isError }: Span) => ({
  traceId,
  spanId,
  ...(parentSpanId !== undefined && { parentSpanId }),
  name,
  kind: SPAN_KIND[kind],
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: keyValues(attributes),
  ...(isError && { status: { code: STATUS_ERROR } }),
});

/** OTLP writes 64-bit integers as strings. Microseconds are the most that a number holds exactly. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`;

const keyValues = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
