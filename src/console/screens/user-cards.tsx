import type { ComponentChildren } from 'preact';
import { formatValue } from '../../config/field-types.ts';
import { pictureAddress } from '../../pages/browser/base-path.ts';
import { Button } from '../../pages/browser/components/button.tsx';
import { fieldValue } from '../../pages/browser/field-values.ts';
import { currentSessionId } from '../../pages/browser/session.ts';
import { fill } from '../../pages/texts/fill.ts';
import { type Fact, Facts, Status } from '../components/facts.tsx';
import { fillCount, LocalTime, languageName, TimeAgo } from '../components/format.tsx';
import { TwoLines } from '../components/table.tsx';
import { deviceName, nameOf, roleName } from './accounts.tsx';
import { remove } from './admin-api.ts';
import type { ShownUser, UserDetails } from './answers.ts';
import { confirmed, isSureToEnd, loadPart } from './dialogs.ts';
import { useOffered } from './screen-actions.ts';
import { common, frameData, textsOf } from './texts.ts';
import { toastChange } from './toast-change.ts';
import { Entries, UserCard } from './user-card.tsx';

const texts = textsOf('user');

type UserProps = Pick<ShownUser, 'user'>;

export function ProfileCard(props: ShownUser) {
  const label = texts.change.profileTitle;
  const run = async () => (await loadPart(() => import('./user-dialogs.tsx')))?.changeProfile(props);
  useOffered('profile', nameOf(props.user), [{ id: 'edit-profile', label, icon: 'edit', run }]);
  return (
    <UserCard
      title={texts.profile}
      action={<Button isCompact label={texts.change.edit} aria-label={label} run={run} />}
    >
      <ProfileFacts user={props.user} />
    </UserCard>
  );
}

const ProfileFacts = ({ user }: UserProps) => (
  <Facts
    facts={[
      ...fieldFacts(user),
      ...pictureFact(user),
      [texts.role, roleName(user.role)],
      [texts.language, languageName(user.language)],
      [texts.created, <LocalTime key="created" time={user.created_at} />],
      [texts.updated, <TimeAgo key="updated" time={user.updated_at} />],
    ]}
  />
);

const words = { ...texts, language: document.documentElement.lang };
const fieldFacts = (user: UserDetails): readonly Fact[] =>
  frameData.fields.map(({ name, type, label }) => [label, formatValue(type, fieldValue(user, name), words)] as const);

/** A link, because loading a picture from another host would tell that host who views the account, and when. */
const pictureFact = ({ profile_image_url: address }: UserDetails): readonly Fact[] =>
  address === null || address === ''
    ? []
    : [
        [
          common.profileFields.profile_image_url,
          <a key="picture" href={pictureAddress(address)} target="_blank" rel="noreferrer noopener">
            {address}
          </a>,
        ],
      ];

const passwordState = ({ invited, password }: UserDetails): string => {
  if (password) return texts.passwordChosen;
  return invited ? texts.passwordNotChosen : texts.noPassword;
};

async function unlink(
  { id, name: provider }: UserDetails['identities'][number],
  { path, refresh }: Pick<ShownUser, 'path' | 'refresh'>,
): Promise<void> {
  const title = fill(texts.unlinkTitle, { provider });
  if (!(await confirmed({ title, lead: texts.unlinkLead, action: texts.unlink, isDangerous: true }))) return;
  toastChange(await remove(`${path}/identities/${id}`), fill(texts.unlinked, { provider }));
  await refresh();
}

interface WayProps {
  readonly name: string;
  readonly about: ComponentChildren;
  readonly isOn: boolean;
}

const Way = ({ name, about, isOn }: WayProps) => (
  <li>
    <TwoLines first={name} second={about} />
    <Status mood={isOn ? 'good' : ''} label={isOn ? texts.on : texts.off} />
  </li>
);

export const WaysInCard = ({ user, ...account }: ShownUser) => (
  <UserCard title={texts.security}>
    <ul class="entries">
      <Way name={texts.password} about={passwordState(user)} isOn={user.password} />
      <Way
        name={texts.app}
        about={user.totp ? fillCount(texts.codesLeft, user.recovery_codes_left) : texts.appOff}
        isOn={user.totp}
      />
      {user.passkeys.length === 0 && <Way name={texts.passkeys} about={texts.noPasskeys} isOn={false} />}
      {user.passkeys.map(({ id, name, last_used_at, created_at }) => (
        <Way
          key={id}
          name={name}
          about={[texts.passkey, ' · ', <TimeAgo key="used" time={last_used_at ?? created_at} />]}
          isOn
        />
      ))}
      {user.identities.map((identity) => (
        <li key={identity.id}>
          <TwoLines
            first={identity.name}
            second={[identity.email, ' · ', <TimeAgo key="used" time={identity.last_used_at ?? identity.created_at} />]}
          />
          <Button
            isCompact
            label={texts.unlink}
            aria-label={fill(texts.unlinkNamed, { provider: identity.name })}
            run={() => unlink(identity, account)}
          />
        </li>
      ))}
    </ul>
  </UserCard>
);

export function SessionsCard({ user, path, refresh }: ShownUser) {
  const end = async (id: string) => {
    if (!(await isSureToEnd(id))) return;
    toastChange(await remove(`${path}/sessions/${encodeURIComponent(id)}`), texts.sessionEnded);
    await refresh();
  };
  return (
    <UserCard title={texts.sessions}>
      <Entries entries={user.sessions} none={texts.noSessions}>
        {({ id, address, last_used_at, created_at, ...client }) => {
          const device = deviceName(client) || common.accounts.unknownDevice;
          const used = <TimeAgo time={last_used_at ?? created_at} />;
          const own = id === currentSessionId() && <span class="badge note">{texts.thisDevice}</span>;
          return (
            <>
              <TwoLines first={[device, own && ' ', own]} second={[address, ' · ', used]} />
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
    </UserCard>
  );
}

/** The apps that the account has logged in to; empty if there are none. */
export const AppsCard = ({ user }: UserProps) =>
  user.apps.length > 0 && (
    <UserCard title={texts.apps}>
      <Entries entries={user.apps} none="">
        {({ name, scopes, last_used_at }) => (
          <>
            <TwoLines first={name} second={scopes.join(', ')} />
            <span class="aside small">
              <TimeAgo time={last_used_at} />
            </span>
          </>
        )}
      </Entries>
    </UserCard>
  );
