import { useEffect, useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { nameInTitle } from '../page.ts';
import { AccountStatus, Initials, nameOf } from './accounts.tsx';
import type { UserDetails } from './answers.ts';
import { EventActor } from './audit-event.tsx';
import { dayOf } from './components/format.tsx';
import { Icon } from './components/icon.tsx';
import { Loaded, StateCard, useLoaded } from './components/loaded.tsx';
import { Screen } from './components/screen.tsx';
import { screenAddress } from './screen-address.ts';
import { startScreen } from './start.tsx';
import { textsOf } from './texts.ts';
import { UserActions } from './user-actions.tsx';
import { EmailsCard, EventsCard, ProfileCard, SecurityCard, SessionsCard } from './user-cards.tsx';

const texts = textsOf('user');
const id = location.pathname.split('/').at(-1) ?? '';
const PATH = `/api/admin/users/${encodeURIComponent(id)}`;

function User() {
  const loaded = useLoaded<UserDetails>(PATH);
  /** What is said once the account is deleted. */
  const [deleted, setDeleted] = useState<string>();
  const isMissing = deleted !== undefined || loaded.refused?.code === 'user_not_found';
  const title = loaded.data && !isMissing ? nameOf(loaded.data) : texts.title;
  useEffect(() => nameInTitle(title), [title]);
  return (
    <Screen title={title}>
      <p class="back-link">
        <a href={screenAddress('users')}>
          <Icon name="back" />
          {texts.backToUsers}
        </a>
      </p>
      <div id="user">
        {isMissing ? (
          <StateCard title={deleted ?? texts.missingTitle} text={deleted === undefined ? texts.missing : undefined} />
        ) : (
          <Loaded from={loaded}>
            {(user) => (
              <>
                <div class="user-head">
                  <div class="user-name">
                    <Initials name={nameOf(user)} />
                    <span class="address">{user.email}</span>
                    <AccountStatus status={user.account_status} />
                  </div>
                  <UserActions user={user} path={PATH} refresh={loaded.reload} deleted={setDeleted} />
                </div>
                <UserNotes user={user} />
                <div class="user-cards">
                  <div>
                    <ProfileCard user={user} />
                    <SecurityCard user={user} />
                    <SessionsCard user={user} path={PATH} refresh={loaded.reload} />
                  </div>
                  <div>
                    <EventsCard user={user} />
                    <EmailsCard user={user} />
                  </div>
                </div>
              </>
            )}
          </Loaded>
        )}
      </div>
    </Screen>
  );
}

/** What is special about the account at the moment, above everything else. */
function UserNotes({ user }: { readonly user: UserDetails }) {
  const notes = [
    user.account_status === 'SUSPENDED' && (['danger', <Suspension key="by" user={user} />] as const),
    user.account_status === 'INACTIVE' &&
      (['neutral', user.invited ? texts.invitedNote : texts.unverifiedNote] as const),
    user.deletion_due_at !== null &&
      (['danger', fill(texts.deletionNote, { date: dayOf(user.deletion_due_at) })] as const),
    user.email_change !== null &&
      (['neutral', fill(texts.changeNote, { email: user.email_change.new_email })] as const),
  ];
  return (
    <>
      {notes
        .filter((note) => note !== false)
        .map(([mood, note], at) => (
          <div key={at} class={`notice ${mood}`}>
            <span>{note}</span>
          </div>
        ))}
    </>
  );
}

/** With a link to whoever it was. */
function Suspension({ user: { suspended_by: actor, suspended_at: time } }: { readonly user: UserDetails }) {
  if (actor === null || time === null) return <>{texts.suspendedNote}</>;
  const [before, after] = fill(texts.suspendedBy, { date: dayOf(time) }).split('{actor}');
  return (
    <>
      {before}
      <EventActor actor={actor} />
      {after}
    </>
  );
}

startScreen(User);
