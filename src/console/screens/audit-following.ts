import { useEffect, useRef, useState } from 'preact/hooks';
import { focusFirstRow } from '../components/row-keys.ts';
import { type List, useAddress, useList } from '../components/use-list.ts';
import type { AuditEvent } from './answers.ts';
import { keyOfEvent } from './audit-event.tsx';
import { type LiveState, useLiveEvents } from './live-events.ts';

/** After scrolling this far the user is reading: new events appear on request only. */
const READING_PIXELS = 240;

interface FollowedList {
  readonly list: List<AuditEvent>;
  readonly state: LiveState;
  readonly isPaused: boolean;
  /** The number of new events that are not shown yet. */
  readonly unseen: number;
  showUnseen(): void;
  toggle(): void;
}

/**
 * The list, with new events at the top unless it is paused. It loads once the stream has started, so that no event is
 * missed, or if the stream cannot start.
 */
export function useFollowing(path: string, filters: readonly string[]): FollowedList {
  const address = useAddress(filters);
  const [isPaused, setPaused] = useState(false);
  const [unseen, setUnseen] = useState(0);
  const pending = useRef<readonly AuditEvent[]>([]);
  const setPending = (events: readonly AuditEvent[]) => {
    pending.current = events;
    setUnseen(events.length);
  };
  const showPending = () => {
    if (pending.current.length === 0) return;
    list.prepend([...pending.current].reverse(), keyOfEvent);
    setPending([]);
  };
  const { query = '', event = '', actor = '', to } = address.values;
  // A period with a last day gets no new events.
  const isFollowed = !isPaused && to === '';
  // Keeps the focused row in place, too.
  const isReading = () => scrollY > READING_PIXELS || document.activeElement?.closest('tbody') != null;
  const state = useLiveEvents(isFollowed ? { query, event, actor } : undefined, {
    heard(events) {
      setPending([...pending.current, ...events]);
      if (!list.isBusy && !isReading()) showPending();
    },
    connected: (isAgain) => isAgain && list.reload(),
  });
  const list = useList<AuditEvent>(path, address, state === 'waiting');
  useEffect(() => {
    if (!list.isBusy && !isReading()) showPending();
  }, [list.isBusy]);
  useEffect(() => setPending([]), [isFollowed, query, event, actor]);
  return {
    list,
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
