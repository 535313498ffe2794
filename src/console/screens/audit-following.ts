import { useEffect, useRef, useState } from 'preact/hooks';
import { focusFirstRow } from '../components/row-keys.ts';
import type { List } from '../components/use-list.ts';
import type { AuditEvent } from './answers.ts';
import { keyOfEvent } from './audit-event.tsx';
import { type LiveState, useLiveEvents } from './live-events.ts';

/** After scrolling this far the user is reading: new events appear on request only. */
const READING_PIXELS = 240;

interface Following {
  readonly state: LiveState;
  readonly isPaused: boolean;
  /** The number of new events that are not shown yet. */
  readonly unseen: number;
  showUnseen(): void;
  toggle(): void;
}

/** Puts new events at the top of the list, unless it is paused. */
export function useFollowing(list: List<AuditEvent>): Following {
  const [isPaused, setPaused] = useState(false);
  const [unseen, setUnseen] = useState(0);
  const pending = useRef<readonly AuditEvent[]>([]);
  const setPending = (events: readonly AuditEvent[]) => {
    pending.current = events;
    setUnseen(events.length);
  };
  const showPending = () => {
    list.prepend([...pending.current].reverse(), keyOfEvent);
    setPending([]);
  };
  const { query = '', event = '', actor = '', to } = list.address.values;
  // A period with a last day gets no new events.
  const isFollowed = !isPaused && to === '' && list.items !== undefined;
  const state = useLiveEvents(isFollowed ? { query, event, actor } : undefined, {
    heard(events) {
      setPending([...pending.current, ...events]);
      // Keeps the focused row in place, too.
      const isReading = scrollY > READING_PIXELS || document.activeElement?.closest('tbody') != null;
      if (!isReading) showPending();
    },
    // Includes events since the list was loaded.
    connected: list.reload,
  });
  useEffect(() => setPending([]), [isFollowed, query, event, actor]);
  return {
    state,
    isPaused,
    unseen,
    showUnseen() {
      showPending();
      scrollTo({ top: 0 });
      // The button is gone.
      requestAnimationFrame(focusFirstRow);
    },
    toggle: () => setPaused(!isPaused),
  };
}
