import type { Logger } from 'pino';
import { byOutcome, counter, type Family } from '../prometheus-text.ts';
import { type Span, toOtlpJson } from './otlp-json.ts';

interface ExporterSettings {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly resource: Readonly<Record<string, string>>;
  readonly version: string;
  readonly log: Logger;
}

/** The defaults of OpenTelemetry's batch processor. Beyond the queue, spans are dropped. */
const MAX_QUEUE = 2048;
const MAX_BATCH = 512;
const SEND_EVERY_MS = 5000;
const TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 2000;

/** Sends spans in batches, one after the other. Failures never affect a request. */
export function createSpanExporter({ url, headers, resource, version, log }: ExporterSettings) {
  const queue: Span[] = [];
  const spans = { exported: 0, dropped: 0 };
  let isFailing = false;
  let sending: Promise<void> | undefined;

  async function send(timeoutMs: number): Promise<void> {
    const batch = queue.splice(0, MAX_BATCH);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: [['content-type', 'application/json'], ...headers] as [string, string][],
        body: toOtlpJson(batch, resource, version),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the collector answered ${response.status}`);
      spans.exported += batch.length;
      if (isFailing) log.info('the collector accepts traces again');
      isFailing = false;
    } catch (error) {
      spans.dropped += batch.length;
      if (!isFailing) log.warn({ reason: reasonOf(error) }, 'cannot send traces, dropping them');
      isFailing = true;
    }
  }
  async function sendAll(timeoutMs: number): Promise<void> {
    while (queue.length > 0) await send(timeoutMs);
  }
  const sendInBackground = () => {
    if (queue.length === 0) return;
    sending ??= sendAll(TIMEOUT_MS).finally(() => {
      sending = undefined;
    });
  };
  const timer = setInterval(sendInBackground, SEND_EVERY_MS).unref();

  return {
    add(span: Span): void {
      if (queue.length >= MAX_QUEUE) spans.dropped += 1;
      else if (queue.push(span) === MAX_BATCH) sendInBackground();
    },
    families: (): Family[] => [
      counter('latchkey_trace_spans_total', 'Spans accepted by the collector, and spans dropped.', byOutcome(spans)),
    ],
    /** Sends what is left, within STOP_TIMEOUT_MS. */
    async stop(): Promise<void> {
      clearInterval(timer);
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([Promise.resolve(sending).then(() => sendAll(STOP_TIMEOUT_MS)), deadline]);
    },
  };
}

/** fetch puts the reason into `cause`. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};
