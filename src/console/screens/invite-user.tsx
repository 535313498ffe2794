import { useState } from 'preact/hooks';
import { SelectField } from '../../pages/browser/components/fields.tsx';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { languageChoices } from '../components/format.tsx';
import { toast } from '../components/toasts.tsx';
import { post } from './admin-api.ts';
import type { InvitedUser } from './answers.ts';
import { ask, PlainField } from './form-dialogs.tsx';
import { common, frameData, textsOf } from './texts.ts';

const texts = textsOf('users');
/** Those that the e-mail can be in; none when there is only one. */
const languages = frameData.languages.map(({ tag }) => tag);
const { presence } = frameData.fields;
const BEGINNINGS = choicesOf(texts.beginChoices);
const ROLES = choicesOf({ USER: common.accounts.user, ADMIN: common.accounts.admin });

/** Asks for what an account needs, and invites its owner. Resolves with whether somebody is invited. */
export async function inviteUser(): Promise<boolean> {
  let isConfirmed = false;
  const invited = await ask<InvitedUser>({
    title: texts.inviteTitle,
    lead: texts.inviteLead,
    action: texts.send,
    fields: <InvitationFields />,
    send({ begin, ...values }) {
      isConfirmed = begin === 'confirmed';
      const members = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
      return post('/api/admin/users', isConfirmed ? { ...members, confirmed: true } : members);
    },
  });
  if (invited) toast(fill(isConfirmed ? texts.made : texts.sent, { email: invited.email }));
  return invited !== undefined;
}

function InvitationFields() {
  const [role, setRole] = useState('USER');
  const [begin, setBegin] = useState('invited');
  return (
    <>
      <PlainField name="full_name" label={texts.fullName} required />
      <PlainField name="email" label={texts.email} type="email" required />
      {presence.phone_number !== 'off' && (
        <PlainField
          name="phone_number"
          label={texts.phone}
          type="tel"
          required={presence.phone_number === 'required'}
        />
      )}
      {presence.industry !== 'off' && (
        <PlainField name="industry" label={texts.industry} required={presence.industry === 'required'} />
      )}
      <SelectField
        name="role"
        label={texts.role}
        choices={ROLES}
        value={role}
        changed={setRole}
        hint={role === 'ADMIN' ? texts.inviteAdminHint : ''}
        hintRole="status"
      />
      <SelectField
        name="begin"
        label={texts.begin}
        choices={BEGINNINGS}
        value={begin}
        changed={setBegin}
        hint={begin === 'confirmed' ? texts.confirmedHint : ''}
        hintRole="status"
      />
      {languages.length > 0 && (
        <SelectField
          name="language"
          label={texts.inviteLanguage}
          choices={languageChoices(languages)}
          value={document.documentElement.lang}
        />
      )}
    </>
  );
}
