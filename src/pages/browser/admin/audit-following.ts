import { useEffect, useRef, useState } from 'preact/hooks';
import type { AuditEvent } from './answers.ts';
import { keyOfEvent } from './audit-event.tsx';
import type { List } from './components/use-list.ts';
import { followEvents, type LiveState } from './live-events.ts';

/** Whoever has scrolled this far is reading: new events wait to be asked for. */
const READING_PIXELS = 240;

interface Following {
  readonly state: LiveState;
  readonly isPaused: boolean;
  /** The connection was there, and is not any more. */
  readonly isLost: boolean;
  /** Events that have come and are not shown yet. */
  readonly unseen: number;
  showUnseen(): void;
  toggle(): void;
}

/** Puts new events at the top of the list, unless it is paused. */
export function useFollowing(list: List<AuditEvent>, filters: Readonly<Record<string, string>>): Following {
  const [isPaused, setPaused] = useState(false);
  const [state, setState] = useState<LiveState>('off');
  const [isLost, setLost] = useState(false);
  const [unseen, setUnseen] = useState(0);
  // The connection outlives many renderings, and needs the list as it is then.
  const latest = useRef(list);
  latest.current = list;
  const pending = useRef<readonly AuditEvent[]>([]);

  const setPending = (events: readonly AuditEvent[]) => {
    pending.current = events;
    setUnseen(events.length);
  };
  const showPending = () => {
    latest.current.prepend([...pending.current].reverse(), keyOfEvent);
    setPending([]);
  };
  const { query = '', event = '', actor = '', to } = filters;
  const isRead = list.items !== undefined;
  useEffect(() => {
    setPending([]);
    setLost(false);
    // What has a last day does not grow.
    if (isPaused || to !== '' || !isRead) return setState('off');
    setState('waiting');
    const ending = new AbortController();
    let isOn = false;
    void followEvents({
      parameters: () => ({ query, event, actor }),
      signal: ending.signal,
      heard(events) {
        setPending([...pending.current, ...events]);
        if (scrollY <= READING_PIXELS) showPending();
      },
      connected(isConnected) {
        // What happened between the reading of the list and now.
        if (isConnected && !isOn) void latest.current.reload();
        setLost(isOn && !isConnected);
        isOn = isConnected;
        setState(isConnected ? 'on' : 'waiting');
      },
    });
    return () => ending.abort();
  }, [isPaused, isRead, query, event, actor, to]);
  return {
    state,
    isPaused,
    isLost,
    unseen,
    showUnseen() {
      showPending();
      scrollTo({ top: 0 });
    },
    toggle: () => setPaused(!isPaused),
  };
}
