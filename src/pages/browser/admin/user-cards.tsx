import { type ComponentChildren, Fragment } from 'preact';
import { fill } from '../../texts/fill.ts';
import { addressOf, carried } from '../page.ts';
import { deviceName, roleName } from './accounts.tsx';
import type { UserDetails } from './answers.ts';
import { EventActor, EventCount, eventName, subjectOf } from './audit-event.tsx';
import { Button } from './components/button.tsx';
import { formatNumber } from './components/numbers.ts';
import { LocalTime, TimeAgo } from './components/times.tsx';
import { labelOf, languageName } from './labels.ts';
import { common, textsOf } from './texts.ts';

const texts = textsOf('user');

interface UserProps {
  readonly user: UserDetails;
}

const Card = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="console-card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Names and values beside each other. */
const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface EntriesProps<Entry> {
  readonly entries: readonly Entry[];
  readonly none: string;
  readonly children: (entry: Entry) => ComponentChildren;
}

const Entries = <Entry extends { readonly id: number | string }>({ entries, none, children }: EntriesProps<Entry>) =>
  entries.length === 0 ? (
    <p class="soft">{none}</p>
  ) : (
    <ul class="entries">
      {entries.map((entry) => (
        <li key={entry.id}>{children(entry)}</li>
      ))}
    </ul>
  );

export const ProfileCard = ({ user }: UserProps) => (
  <Card title={texts.profile}>
    <Facts
      facts={[
        [texts.email, user.email],
        [texts.phone, user.phone_number],
        [texts.industry, user.industry],
        [texts.role, roleName(user.role)],
        [texts.language, languageName(user.language)],
        [texts.created, <LocalTime key="created" time={user.created_at} />],
        [texts.updated, <TimeAgo key="updated" time={user.updated_at} />],
        [
          texts.id,
          <span key="id" class="mono">
            {user.id}
          </span>,
        ],
      ]}
    />
  </Card>
);

export const SecurityCard = ({ user }: UserProps) => (
  <Card title={texts.security}>
    <Facts
      facts={[
        [
          texts.app,
          <span key="app" class={`status ${user.totp ? 'good' : ''}`}>
            {user.totp ? texts.on : texts.off}
          </span>,
        ],
        ...(user.totp ? ([[texts.codesLeft, formatNumber(user.recovery_codes_left)]] as const) : []),
        [
          texts.passkeys,
          user.passkeys.length === 0 ? (
            <span class="soft">{texts.noPasskeys}</span>
          ) : (
            user.passkeys.map(({ id, name }) => (
              <span key={id} class="block">
                {name}
              </span>
            ))
          ),
        ],
      ]}
    />
  </Card>
);

interface SessionsCardProps extends UserProps {
  readonly end: (session: string) => void;
}

/** The devices that are logged in, each with a button. */
export const SessionsCard = ({ user, end }: SessionsCardProps) => (
  <Card title={texts.sessions}>
    <Entries entries={user.sessions} none={texts.noSessions}>
      {(session) => {
        const device = deviceName(session) || common.accounts.unknownDevice;
        return (
          <>
            <span class="two-lines">
              <span>{device}</span>
              <span>
                {session.address} · <TimeAgo time={session.last_used_at ?? session.created_at} />
              </span>
            </span>
            <Button
              isCompact
              aria-label={fill(texts.endSessionOf, { device })}
              onClick={() => end(session.id)}
              label={texts.endSession}
            />
          </>
        );
      }}
    </Entries>
  </Card>
);

const MOODS: Readonly<Record<string, string>> = { waiting: 'note', sent: 'good', dead: 'bad' };

export const EmailsCard = ({ user }: UserProps) => (
  <Card title={texts.emails}>
    <Entries entries={user.emails} none={texts.noEmails}>
      {({ kind, state, answer, created_at }) => (
        <>
          <span class="two-lines">
            <span title={kind}>{labelOf(textsOf('emails').kinds, kind)}</span>
            <span>{answer}</span>
          </span>
          <span class="aside">
            <span class={`status ${MOODS[state] ?? ''}`}>{labelOf(texts, state)}</span>
            <TimeAgo time={created_at} />
          </span>
        </>
      )}
    </Entries>
  </Card>
);

function auditQuery(id: number): string {
  const query = new URLSearchParams(carried);
  query.set('query', String(id));
  return query.toString();
}

export const EventsCard = ({ user }: UserProps) => (
  <Card title={texts.events}>
    <Entries entries={user.events} none={texts.noEvents}>
      {({ event, count, happened_at, address, actor, ...about }) => (
        <>
          <span class="two-lines">
            <span title={event}>
              {eventName(event)}
              <EventCount count={count} />
            </span>
            <span>
              {[subjectOf(about), actor && <EventActor key="actor" actor={actor} />, deviceName(about), address]
                .filter((part) => part !== '' && part !== null)
                .map((part, at) => (
                  <Fragment key={at}>
                    {at > 0 && ' · '}
                    {part}
                  </Fragment>
                ))}
            </span>
          </span>
          <span class="aside">
            <TimeAgo time={happened_at} />
          </span>
        </>
      )}
    </Entries>
    <p class="card-foot">
      <a href={addressOf('/admin/audit', auditQuery(user.id))}>{texts.allEvents}</a>
    </p>
  </Card>
);
