import { Fragment } from 'preact';
import { Status } from '../components/facts.tsx';
import { labelOf, TimeAgo } from '../components/format.tsx';
import { TwoLines } from '../components/table.tsx';
import { deviceName } from './accounts.tsx';
import type { ShownUser } from './answers.ts';
import { EventActor, EventCount, eventName, subjectOf } from './audit-event.tsx';
import { screenAddress } from './screen-address.ts';
import { textsOf } from './texts.ts';
import { Entries, UserCard } from './user-card.tsx';

const texts = textsOf('user');

type UserProps = Pick<ShownUser, 'user'>;

const { waiting, sent, superseded, dead, void: unsent } = texts;
const STATES = { waiting, sent, superseded, dead, void: unsent };
const MOODS: Readonly<Record<string, string>> = { waiting: 'note', sent: 'good', dead: 'bad' };

export const EmailsCard = ({ user }: UserProps) => (
  <UserCard title={texts.emails}>
    <Entries entries={user.emails} none={texts.noEmails}>
      {({ kind, state, answer, created_at }) => (
        <>
          <TwoLines first={<span title={kind}>{labelOf(textsOf('emails').kinds, kind)}</span>} second={answer} />
          <span class="aside small">
            <Status mood={MOODS[state]} label={labelOf(STATES, state)} />
            <TimeAgo time={created_at} />
          </span>
        </>
      )}
    </Entries>
  </UserCard>
);

export const EventsCard = ({ user }: UserProps) => (
  <UserCard title={texts.events}>
    <Entries entries={user.events} none={texts.noEvents}>
      {({ event, count, happened_at, address, actor, actor_email, ...about }) => (
        <>
          <span class="two-lines">
            <span title={event}>
              {eventName(event)}
              <EventCount count={count} />
            </span>
            <span>
              {[
                subjectOf(about),
                actor && <EventActor key="actor" actor={actor} email={actor_email} />,
                deviceName(about),
                address,
              ]
                .filter((part) => part !== '' && part !== null)
                .map((part, at) => (
                  <Fragment key={at}>
                    {at > 0 && ' · '}
                    {part}
                  </Fragment>
                ))}
            </span>
          </span>
          <span class="aside small">
            <TimeAgo time={happened_at} />
          </span>
        </>
      )}
    </Entries>
    <p>
      <a href={screenAddress('audit', { query: String(user.id) })}>{texts.allEvents}</a>
    </p>
  </UserCard>
);
