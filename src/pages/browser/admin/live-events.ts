import { open } from './admin-api.ts';
import type { AuditEvent } from './answers.ts';

interface LiveOptions {
  readonly parameters: () => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly heard: (events: readonly AuditEvent[]) => void;
  /** `true` when nothing is missed from now on: the time to read what was there before. */
  readonly connected: (isConnected: boolean) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

type Line = { readonly type: 'heartbeat' | 'end' } | ({ readonly type: 'event' } & AuditEvent);

/** Whether new events come by themselves: not at all, not at the moment, or yes. */
export type LiveState = 'off' | 'waiting' | 'on';

/** Follows the audit trail until the signal ends it, and connects again whenever the stream ends. */
export async function followEvents({ parameters, signal, heard, connected }: LiveOptions): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const answer = await open('/api/admin/audit/live', parameters(), signal);
    if (!answer.refused && answer.response.body) {
      try {
        for await (const lines of linesOf(answer.response.body, signal)) {
          if (lines.some(({ type }) => type === 'heartbeat')) {
            pauseMs = FIRST_PAUSE_MS;
            connected(true);
          }
          const events = lines.filter((line) => line.type === 'event') as AuditEvent[];
          if (events.length > 0) heard(events);
        }
      } catch {
        // The connection is lost.
      }
    }
    if (signal.aborted) return;
    connected(false);
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** The whole lines of each part that arrives. */
async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Line[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      yield parts.map((part) => JSON.parse(part) as Line);
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
