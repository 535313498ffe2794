import { type ComponentChildren, Fragment } from 'preact';
import { fill } from '../../texts/fill.ts';
import { Button } from '../components/button.tsx';
import { deviceName, roleName } from './accounts.tsx';
import { remove } from './admin-api.ts';
import type { UserDetails } from './answers.ts';
import { EventActor, EventCount, eventName, subjectOf } from './audit-event.tsx';
import { Facts, Mono, Status } from './components/facts.tsx';
import { formatNumber, LocalTime, labelOf, languageName, TimeAgo } from './components/format.tsx';
import { TwoLines } from './components/table.tsx';
import { isSureToEnd } from './dialogs.ts';
import { screenAddress } from './screen-address.ts';
import { common, textsOf } from './texts.ts';
import { toastChange } from './user-actions.tsx';

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
      class="facts"
      facts={[
        [texts.email, user.email],
        [texts.phone, user.phone_number],
        [texts.industry, user.industry],
        [texts.role, roleName(user.role)],
        [texts.language, languageName(user.language)],
        [texts.created, <LocalTime key="created" time={user.created_at} />],
        [texts.updated, <TimeAgo key="updated" time={user.updated_at} />],
        [texts.id, <Mono key="id" text={user.id} />],
      ]}
    />
  </Card>
);

export const SecurityCard = ({ user }: UserProps) => (
  <Card title={texts.security}>
    <Facts
      class="facts"
      facts={[
        [
          texts.app,
          user.totp ? <Status key="app" mood="good" label={texts.on} /> : <Status key="app" label={texts.off} />,
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
  readonly path: string;
  readonly refresh: () => Promise<void>;
}

/** The devices that are logged in, each with a button. */
export function SessionsCard({ user, path, refresh }: SessionsCardProps) {
  const end = async (id: string) => {
    if (!(await isSureToEnd(id))) return;
    toastChange(await remove(`${path}/sessions/${encodeURIComponent(id)}`), texts.sessionEnded);
    await refresh();
  };
  return (
    <Card title={texts.sessions}>
      <Entries entries={user.sessions} none={texts.noSessions}>
        {({ id, address, last_used_at, created_at, ...client }) => {
          const device = deviceName(client) || common.accounts.unknownDevice;
          const used = <TimeAgo time={last_used_at ?? created_at} />;
          return (
            <>
              <TwoLines first={device} second={[address, ' · ', used]} />
              <Button
                isCompact
                label={texts.endSession}
                aria-label={fill(texts.endSessionOf, { device })}
                run={() => end(id)}
              />
            </>
          );
        }}
      </Entries>
    </Card>
  );
}

const MOODS: Readonly<Record<string, string>> = { waiting: 'note', sent: 'good', dead: 'bad' };

export const EmailsCard = ({ user }: UserProps) => (
  <Card title={texts.emails}>
    <Entries entries={user.emails} none={texts.noEmails}>
      {({ kind, state, answer, created_at }) => (
        <>
          <TwoLines first={<span title={kind}>{labelOf(textsOf('emails').kinds, kind)}</span>} second={answer} />
          <span class="aside">
            <Status mood={MOODS[state]} label={labelOf(texts, state)} />
            <TimeAgo time={created_at} />
          </span>
        </>
      )}
    </Entries>
  </Card>
);

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
      <a href={screenAddress('audit', { query: String(user.id) })}>{texts.allEvents}</a>
    </p>
  </Card>
);
