import { useEffect, useRef, useState } from 'preact/hooks';
import { open } from './admin-api.ts';
import type { AuditEvent } from './answers.ts';

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

type Line = { readonly type: 'heartbeat' | 'end' } | ({ readonly type: 'event' } & AuditEvent);

interface Listener {
  readonly heard: (events: readonly AuditEvent[]) => void;
  /** Called when the stream has started, perhaps not for the first time: events may have been missed until now. */
  readonly connected: (isAgain: boolean) => unknown;
}

/** `waiting`: connecting for the first time. `lost`: connecting again. */
export type LiveState = 'off' | 'waiting' | 'on' | 'lost';

/** Follows audit events that match the filters. Undefined: off. */
export function useLiveEvents(filters: Readonly<Record<string, string>> | undefined, listener: Listener): LiveState {
  const followed = JSON.stringify(filters);
  const [known, setKnown] = useState<{ readonly followed: string | undefined; readonly state: LiveState }>();
  // The connection outlives renders, and always calls the latest listener.
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    if (!filters) return;
    const ending = new AbortController();
    let state: LiveState = 'waiting';
    void followEvents(
      filters,
      ending.signal,
      (events) => latest.current.heard(events),
      (isConnected) => {
        if (isConnected && state !== 'on') latest.current.connected(state === 'lost');
        state = isConnected ? 'on' : 'lost';
        setKnown({ followed, state });
      },
    );
    return () => ending.abort();
  }, [followed]);
  if (!filters) return 'off';
  return known?.followed === followed ? known.state : 'waiting';
}

/** Reconnects until the signal aborts. */
async function followEvents(
  filters: Readonly<Record<string, string>>,
  signal: AbortSignal,
  heard: Listener['heard'],
  connected: (isConnected: boolean) => void,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const answer = await open('/api/admin/audit/live', filters, signal);
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
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

/** The complete lines of each chunk. */
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
