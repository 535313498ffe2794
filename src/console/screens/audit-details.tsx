import { Button } from '../../pages/browser/components/button.tsx';
import { openDialog } from '../../pages/browser/components/dialog.tsx';
import { type Fact, Facts, Mono } from '../components/facts.tsx';
import { LocalTime } from '../components/format.tsx';
import { deviceName } from './accounts.tsx';
import type { AuditEvent } from './answers.ts';
import { EventAccount, EventActor, EventName, subjectOf } from './audit-event.tsx';
import { screenAddress } from './screen-address.ts';
import { common, textsOf } from './texts.ts';

const texts = textsOf('audit');

export const showEvent = (event: AuditEvent): Promise<undefined> =>
  openDialog({ id: 'event-details', title: texts.details, isWide: true }, (close) => (
    <>
      <Facts facts={factsOf(event)} />
      <div class="row">
        {event.user_id !== null && (
          <a href={screenAddress('audit', { query: String(event.user_id) })}>{texts.moreOfAccount}</a>
        )}
        {event.id !== null && event.address !== null && (
          <a href={screenAddress('audit', { query: event.address })}>{texts.moreOfAddress}</a>
        )}
      </div>
      <div class="submit">
        <Button label={common.close} run={close} />
      </div>
    </>
  ));

function factsOf(event: AuditEvent): readonly Fact[] {
  const { subject } = event;
  const device = deviceName(event);
  const facts: readonly (readonly [name: string, value: Fact[1], isKnown: boolean])[] = [
    [texts.event, <EventName key="event" event={{ ...event, subject: null }} />, true],
    [texts.code, <Mono key="code" text={event.event} />, true],
    [texts.time, <LocalTime key="time" time={event.time} />, true],
    [texts.account, <EventAccount key="account" event={event} />, event.user_id !== null],
    [texts.by, <EventActor key="by" actor={event.actor} email={event.actor_email} />, event.actor !== null],
    [texts.about, subjectOf(event) || subject, subject !== null],
    [texts.device, device, device !== ''],
    [texts.userAgent, <Mono key="agent" text={event.user_agent} />, event.user_agent !== null],
    [texts.address, <Mono key="address" text={event.address} />, event.address !== null],
    [texts.number, event.id, event.id !== null],
  ];
  return facts.filter(([, , isKnown]) => isKnown).map(([name, value]) => [name, value]);
}
