import { useState } from 'preact/hooks';
import { isOwn } from '../../pages/browser/account/owner.ts';
import { pictureAddress } from '../../pages/browser/base-path.ts';
import { Copyable } from '../../pages/browser/components/copy-button.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { dayOf } from '../components/format.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Loaded, StateCard, useLoaded } from '../components/loaded.tsx';
import { Screen } from '../components/screen.tsx';
import { AccountStatus, Initials, nameOf, roleName } from './accounts.tsx';
import type { ShownUser, UserDetails } from './answers.ts';
import { EventActor } from './audit-event.tsx';
import { entry } from './router.ts';
import { screenAddress } from './screen-address.ts';
import { common, textsOf } from './texts.ts';
import { UserActions } from './user-actions.tsx';
import { AppsCard, ProfileCard, SessionsCard, WaysInCard } from './user-cards.tsx';
import { EmailsCard, EventsCard } from './user-history.tsx';
import { NotesCard } from './user-notes.tsx';

const texts = textsOf('user');

export default function User() {
  const [path] = useState(() => `/api/admin/users/${location.pathname.split('/').at(-1)}`);
  const loaded = useLoaded<UserDetails>(path);
  const account = { path, refresh: loaded.reload };
  /** The message after a deletion. */
  const [deleted, setDeleted] = useState<string>();
  const isMissing = deleted !== undefined || loaded.refused?.code === 'user_not_found';
  const title = loaded.data && !isMissing ? nameOf(loaded.data) : texts.title;
  return (
    <Screen title={title} heading={isMissing || !loaded.data ? undefined : <BackLink />}>
      {(isMissing || !loaded.data) && (
        <p>
          <BackLink />
        </p>
      )}
      <div id="user">
        {isMissing ? (
          <StateCard title={deleted ?? texts.missingTitle} text={deleted === undefined ? texts.missing : undefined} />
        ) : (
          <Loaded from={loaded}>
            {(user) => (
              <>
                <div class="card row user-head">
                  <UserPicture user={user} />
                  <UserName user={user} />
                  <UserActions {...account} user={user} deleted={setDeleted} />
                </div>
                <UserNotices user={user} />
                <div class="user-cards">
                  <div class="grid">
                    <ProfileCard {...account} user={user} />
                    <WaysInCard {...account} user={user} />
                    <SessionsCard {...account} user={user} />
                    <AppsCard user={user} />
                  </div>
                  <div class="grid">
                    <NotesCard path={path} user={user} />
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

const BackLink = () => (
  <a
    class="back-link"
    href={screenAddress('users')}
    onClick={(event) => {
      if (entry().from !== 'users' || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // The list has kept its place there.
      event.preventDefault();
      history.back();
    }}
  >
    <Icon name="back" />
    {texts.backToUsers}
  </a>
);

type UserProps = Pick<ShownUser, 'user'>;

/** Shows only pictures of this service; see `pictureFact` in user-cards.tsx. */
const UserPicture = ({ user: { profile_image_url: address, ...user } }: UserProps) => (
  <Initials name={nameOf(user)}>{isOurs(address) && <img src={pictureAddress(address)} alt="" />}</Initials>
);

function isOurs(address: string | null): address is string {
  try {
    return address !== null && new URL(address, location.href).origin === location.origin;
  } catch {
    return false;
  }
}

const CopyableValue = ({ value, what }: { readonly value: string; readonly what: string }) => (
  <Copyable text={value} label={fill(common.copyOf, { what })} copied={common.copied}>
    {value}
  </Copyable>
);

const UserName = ({ user }: UserProps) => (
  <div class="grow">
    <Heading>
      <bdi>{nameOf(user)}</bdi>
    </Heading>
    <p>
      <CopyableValue value={user.email} what={texts.email} />
    </p>
    <p class="row small">
      <AccountStatus status={user.account_status} />
      {user.role === 'ADMIN' && <span class="badge note">{roleName(user.role)}</span>}
      {isOwn(user.id) && <span class="badge">{texts.you}</span>}
      <span class="soft">
        {texts.id}{' '}
        <span class="mono">
          <CopyableValue value={String(user.id)} what={texts.id} />
        </span>
      </span>
    </p>
  </div>
);

function UserNotices({ user }: UserProps) {
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

/** The time and the actor of the suspension, with a link. */
function Suspension({ user: { suspended_by: actor, suspended_by_email: email, suspended_at: time } }: UserProps) {
  if (actor === null || time === null) return <>{texts.suspendedNote}</>;
  const [before, after] = fill(texts.suspendedBy, { date: dayOf(time) }).split('{actor}');
  return (
    <>
      {before}
      <EventActor actor={actor} email={email} />
      {after}
    </>
  );
}
