import { useEffect } from 'preact/hooks';
import { CONSOLE_SCREENS } from '../../console-paths.ts';
import { addressOf, carried, nameInTitle } from '../page.ts';
import { AccountStatus, Initials, nameOf } from './accounts.tsx';
import { remove } from './admin-api.ts';
import type { UserDetails } from './answers.ts';
import { isSureToEnd } from './components/confirm.tsx';
import { Icon } from './components/icon.tsx';
import { Loaded, useLoaded } from './components/loaded.tsx';
import { Screen } from './components/screen.tsx';
import { StateCard } from './components/state.tsx';
import { startScreen } from './start.tsx';
import { textsOf } from './texts.ts';
import { UserActions } from './user-actions.tsx';
import { EmailsCard, EventsCard, ProfileCard, SecurityCard, SessionsCard } from './user-cards.tsx';
import { type UserChanges, useUserChanges } from './user-changes.ts';
import { UserNotes } from './user-notes.tsx';

const texts = textsOf('user');
const id = location.pathname.split('/').at(-1) ?? '';
const PATH = `/api/admin/users/${encodeURIComponent(id)}`;

function User() {
  const loaded = useLoaded<UserDetails>(PATH);
  const changes = useUserChanges(loaded.reload);
  const isMissing = changes.deleted !== undefined || loaded.refused?.code === 'user_not_found';
  const title = loaded.data && !isMissing ? nameOf(loaded.data) : texts.title;
  useEffect(() => nameInTitle(title), [title]);
  return (
    <Screen title={title}>
      <p class="back-link">
        <a href={addressOf(CONSOLE_SCREENS.users.path, carried)}>
          <Icon name="back" />
          {texts.backToUsers}
        </a>
      </p>
      <div id="user">
        {isMissing ? (
          <StateCard
            title={changes.deleted ?? texts.missingTitle}
            text={changes.deleted === undefined ? texts.missing : undefined}
          />
        ) : (
          <Loaded from={loaded}>{(user) => <Details user={user} changes={changes} />}</Loaded>
        )}
      </div>
    </Screen>
  );
}

function Details({ user, changes }: { readonly user: UserDetails; readonly changes: UserChanges }) {
  const endSession = async (session: string) => {
    if (!(await isSureToEnd(session))) return;
    await changes.done(await remove(`${PATH}/sessions/${encodeURIComponent(session)}`), texts.sessionEnded);
  };
  return (
    <>
      <div class="user-head">
        <div class="user-name">
          <Initials name={nameOf(user)} />
          <span class="address">{user.email}</span>
          <AccountStatus status={user.account_status} />
        </div>
        <UserActions user={user} path={PATH} changes={changes} />
      </div>
      <UserNotes user={user} />
      <div class="user-cards">
        <div>
          <ProfileCard user={user} />
          <SecurityCard user={user} />
          <SessionsCard user={user} end={(session) => void endSession(session)} />
        </div>
        <div>
          <EventsCard user={user} />
          <EmailsCard user={user} />
        </div>
      </div>
    </>
  );
}

startScreen(User);
