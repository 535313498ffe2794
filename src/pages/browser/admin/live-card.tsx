import { useEffect, useState } from 'preact/hooks';
import { CONSOLE_SCREENS } from '../../console-paths.ts';
import { addressOf, carried } from '../page.ts';
import { get } from './admin-api.ts';
import type { AuditEvent, AuditEvents } from './answers.ts';
import { EventAccount, EventName, keyOfEvent } from './audit-event.tsx';
import { TimeAgo } from './components/times.tsx';
import { followEvents } from './live-events.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('overview');
const SHOWN = 10;
const SKELETON = [0, 1, 2, 3, 4, 5];

interface LatestEvents {
  readonly events: readonly AuditEvent[] | undefined;
  readonly isOn: boolean;
}

function useLatestEvents(): LatestEvents {
  const [events, setEvents] = useState<readonly AuditEvent[]>();
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    let wasOn = false;
    const read = async () => {
      const reply = await get<AuditEvents>('/api/admin/audit', { limit: SHOWN }, ending.signal);
      if (reply.ok) setEvents(reply.data.items);
    };
    void followEvents({
      parameters: () => ({}),
      signal: ending.signal,
      heard: (newer) =>
        setEvents((shown = []) => {
          const known = new Set(shown.map(keyOfEvent));
          return [...newer.filter((one) => !known.has(keyOfEvent(one))).reverse(), ...shown].slice(0, SHOWN);
        }),
      connected(isConnected) {
        if (isConnected && !wasOn) void read();
        wasOn = isConnected;
        setOn(isConnected);
      },
    });
    return () => ending.abort();
  }, []);
  return { events, isOn };
}

/** The latest events, as they happen. */
export function LiveCard() {
  const { events, isOn } = useLatestEvents();
  return (
    <section class="console-card live-card" aria-labelledby="live-title">
      <header>
        <h2 id="live-title">{texts.live}</h2>
        <span class="live-state soft small" id="live-state" role="status" data-state={isOn ? 'on' : 'waiting'}>
          <span class="live-dot" aria-hidden="true" />
          <span>{isOn ? texts.liveOn : texts.liveOff}</span>
        </span>
      </header>
      <ol class="live-list" aria-busy={events === undefined}>
        {events === undefined &&
          SKELETON.map((row) => (
            <li key={row} class="skeleton" aria-hidden="true">
              <span class="bar" />
            </li>
          ))}
        {events?.length === 0 && <li class="soft">{texts.noEvents}</li>}
        {events?.map((event) => (
          <li key={keyOfEvent(event)}>
            <EventName event={event} />
            <TimeAgo time={event.time} />
            <EventAccount event={event} />
          </li>
        ))}
      </ol>
      <a class="live-more" href={addressOf(CONSOLE_SCREENS.audit.path, carried)}>
        {texts.allEvents}
      </a>
    </section>
  );
}
