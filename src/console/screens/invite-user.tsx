import { useState } from 'preact/hooks';
import { linesOf, SelectField, TextArea } from '../../pages/browser/components/fields.tsx';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { nested, OwnFields, withBoxes } from '../../pages/browser/components/own-fields.tsx';
import { fill } from '../../pages/texts/fill.ts';
import { fillCount, languageChoices } from '../components/format.tsx';
import { toast } from '../components/toasts.tsx';
import { post } from './admin-api.ts';
import type { InvitationOutcomes, InvitedUser } from './answers.ts';
import { ask, PlainField } from './form-dialogs.tsx';
import { common, frameData, textsOf } from './texts.ts';

const texts = textsOf('users');
/** Those that the e-mail can be in; none when there is only one. */
const languages = frameData.languages.map(({ tag }) => tag);
const { presence } = frameData.fields;
/** Whoever makes an account for somebody need not know what its owner can say. */
const own = frameData.own.map((field) => ({ ...field, required: false }));
const BEGINNINGS = choicesOf(texts.beginChoices);
const ROLES = choicesOf({ USER: common.accounts.user, ADMIN: common.accounts.admin });

/** Invites people by their addresses, or makes an account. Resolves with whether anybody has one now. */
export async function inviteUser(): Promise<boolean> {
  const answer = await ask<InvitedUser | InvitationOutcomes>({
    title: texts.inviteTitle,
    lead: texts.inviteLead,
    action: texts.send,
    fields: <InvitationFields />,
    send({ begin, emails, ...values }) {
      const isConfirmed = begin === 'confirmed';
      const members = Object.fromEntries(
        Object.entries(isConfirmed ? withBoxes(values, own) : values)
          .map(([name, value]) => [name, value.trim()] as const)
          .filter(([, value]) => value !== ''),
      );
      if (isConfirmed) return post('/api/admin/users', { ...nested(members), confirmed: true });
      return post('/api/admin/invitations', { ...members, emails: linesOf(emails?.replaceAll(/[,;]/g, ' ')) });
    },
  });
  if (!answer) return false;
  if ('outcomes' in answer) toastOutcomes(answer);
  else toast(fill(texts.made, { email: answer.email }));
  return true;
}

function toastOutcomes({ outcomes }: InvitationOutcomes): void {
  const [done, failed] = [true, false].map((isDone) =>
    outcomes.filter(({ outcome }) => (outcome === 'done') === isDone).map(({ email }) => email),
  );
  const parts = [
    { text: texts.sent, to: done ?? [] },
    { text: texts.notSent, to: failed ?? [] },
  ].flatMap(({ text, to }) => (to.length > 0 ? [fillCount(text, to.length, { email: to.join(', ') })] : []));
  toast(parts.join(' '), { mood: failed?.length ? 'neutral' : 'success' });
}

function InvitationFields() {
  const [role, setRole] = useState('USER');
  const [begin, setBegin] = useState('invited');
  return (
    <>
      {begin === 'invited' ? (
        <TextArea name="emails" label={texts.emails} hint={texts.emailsHint} />
      ) : (
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
          <OwnFields own={own} optional="{field}" />
        </>
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
