import { useState } from 'preact/hooks';
import { TimeAgo } from '../components/format.tsx';
import { withNewer } from '../components/use-list.ts';
import { get } from './admin-api.ts';
import type { AuditEvent, AuditEvents } from './answers.ts';
import { EventAccount, EventName, keyOfEvent } from './audit-event.tsx';
import { useLiveEvents } from './live-events.ts';
import { screenAddress } from './screen-address.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('overview');
const SHOWN = 10;
const SKELETON = [0, 1, 2, 3, 4, 5];
const NO_FILTERS = {};

export function LiveCard() {
  const [events, setEvents] = useState<readonly AuditEvent[]>();
  const isOn =
    useLiveEvents(NO_FILTERS, {
      heard: (newer) => setEvents((shown = []) => withNewer(shown, [...newer].reverse(), keyOfEvent).slice(0, SHOWN)),
      async connected() {
        const reply = await get<AuditEvents>('/api/admin/audit', { limit: SHOWN });
        if (reply.ok) setEvents(reply.data.items);
      },
    }) === 'on';
  return (
    <section class="card live-card" aria-labelledby="live-title">
      <header class="row apart">
        <h2 id="live-title">{texts.live}</h2>
        <span
          class={`status ${isOn ? 'good' : 'open'} soft small`}
          id="live-state"
          role="status"
          data-state={isOn ? 'on' : 'waiting'}
        >
          <span>{isOn ? texts.liveOn : texts.liveOff}</span>
        </span>
      </header>
      <ol class="entries" aria-busy={events === undefined}>
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
      <a class="small" href={screenAddress('audit')}>
        {texts.allEvents}
      </a>
    </section>
  );
}
