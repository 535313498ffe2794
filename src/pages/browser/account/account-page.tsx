import { useEffect } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { Button } from '../components/button.tsx';
import { Dialogs } from '../components/dialog.tsx';
import { Notice, type NoticeText } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { isCustom } from '../field-values.ts';
import { formatDay } from '../format-day.ts';
import { logOut, type User } from '../session.ts';
import { type Account, AccountContext, useAnswer } from './account-context.ts';
import { Address } from './address.tsx';
import type { Security } from './answers.ts';
import { Apps } from './apps.tsx';
import { Authenticator } from './authenticator.tsx';
import { CustomFieldsCard } from './custom-fields-card.tsx';
import { DataExport } from './data-export.tsx';
import { Deletion } from './deletion.tsx';
import { Devices } from './devices.tsx';
import { FactorSetup, setupStep } from './factor-setup.tsx';
import { LoginMethods } from './login-methods.tsx';
import { pageData, texts } from './page-data.ts';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Picture } from './picture.tsx';
import { Profile } from './profile.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import { sectionOf, useFragment } from './section-in-address.ts';
import { Section, SectionLinks, useSectionTitle } from './sections.tsx';

interface Props extends Pick<Account, 'mustSetUp' | 'showUser' | 'finishSetup' | 'deleted'> {
  readonly user: User;
  /** A hidden page keeps what was typed. */
  readonly isShown: boolean;
  readonly setupDone: NoticeText | undefined;
}

/** The account of the logged-in user. To add a card, add a component and a line in a section. */
export function AccountPage({ isShown, setupDone, ...props }: Props) {
  const { user, mustSetUp } = props;
  const hasCustom = [...usePage().fields, ...pageData.given].some(isCustom);
  const section = sectionOf(useFragment());
  const { data: security, noticeText: securityProblem, load: readSecurity } = useAnswer<Security>('/api/me/security');
  const account: Account = { ...props, security, securityProblem, readSecurity, section };
  const setup = setupStep(account);
  useSectionTitle(section, isShown);
  useEffect(() => {
    if (mustSetUp && location.hash !== '#security') location.replace('#security');
    if (mustSetUp || section !== 'profile') void readSecurity();
  }, [section, user, mustSetUp]);
  return (
    <AccountContext.Provider value={account}>
      <div id="account" class={setup ? 'settings setting-up' : 'settings'} hidden={!isShown}>
        <h1 class="unseen">{texts.account.title}</h1>
        <Identity user={user} />
        {!setup && <SectionLinks current={section} isAdmin={user.role === 'ADMIN'} />}
        <Section name="profile">
          <Picture />
          <Profile />
          {hasCustom && <CustomFieldsCard />}
          <Address />
        </Section>
        <Section name="security">
          {setupDone && <Notice notice={setupDone} />}
          {setup && <FactorSetup step={setup} />}
          {!setup && <Password />}
          {setup !== 'log-in' && pageData.features.passkeys && <Passkeys />}
          {setup !== 'log-in' && pageData.features.authenticatorApps && <Authenticator />}
          {!setup && pageData.features.identities && <LoginMethods />}
          {!setup && pageData.features.manySessions && <Devices />}
          {!setup && pageData.features.openId && <Apps />}
        </Section>
        <Section name="data">
          <DataExport />
          <Deletion />
        </Section>
      </div>
      <div hidden={!isShown}>
        <Dialogs />
      </div>
    </AccountContext.Provider>
  );
}

const Identity = ({ user }: { readonly user: User }) => (
  <div class="identity">
    <ProfilePicture id="avatar" fullName={user.full_name} address={user.profile_image_url} />
    <div class="grow">
      <p class="name">{user.full_name}</p>
      <p class="soft" id="address">
        {user.email}
      </p>
      <p class="soft small since">{fill(texts.account.since, { date: formatDay(user.created_at) })}</p>
    </div>
    <Button isCompact label={texts.actions.logout} run={logOut} />
  </div>
);
