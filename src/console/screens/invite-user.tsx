import { useState } from 'preact/hooks';
import { linesOf, SelectField, TextArea } from '../../pages/browser/components/fields.tsx';
import { choicesOf } from '../../pages/browser/components/options.tsx';
import { nested, sentValues } from '../../pages/browser/field-values.ts';
import { fill } from '../../pages/texts/fill.ts';
import { toast, toastOutcomes } from '../components/toasts.tsx';
import { AccountFields, LanguageField } from './account-fields.tsx';
import { post } from './admin-api.ts';
import type { InvitationOutcomes, InvitedUser } from './answers.ts';
import { ask, PlainField } from './form-dialogs.tsx';
import { common, frameData, textsOf } from './texts.ts';

const texts = textsOf('users');
const BEGINNINGS = choicesOf(texts.beginChoices);
const ROLES = choicesOf({ USER: common.accounts.user, ADMIN: common.accounts.admin });

/** Invites people by address, or creates an account. Resolves to false if cancelled. */
export async function inviteUser(): Promise<boolean> {
  const answer = await ask<InvitedUser | InvitationOutcomes>({
    title: texts.inviteTitle,
    lead: texts.inviteLead,
    action: texts.send,
    fields: <InvitationFields />,
    send({ begin, emails, ...values }) {
      const isConfirmed = begin === 'confirmed';
      // An unchecked box is not a No: the owner has not been asked yet.
      const fields = frameData.fields.filter(({ name }) => name in values);
      const members = Object.fromEntries(
        Object.entries(sentValues(values, fields))
          .map(([name, value]) => [name, value.trim()] as const)
          .filter(([, value]) => value !== ''),
      );
      if (isConfirmed) return post('/api/admin/users', { ...nested(members), confirmed: true });
      return post('/api/admin/invitations', { ...members, emails: linesOf(emails?.replaceAll(/[,;]/g, ' ')) });
    },
  });
  if (!answer) return false;
  if ('outcomes' in answer) {
    const emails = (isDone: boolean) =>
      answer.outcomes.filter(({ outcome }) => (outcome === 'done') === isDone).map(({ email }) => email);
    toastOutcomes(
      [
        { text: texts.sent, of: emails(true) },
        { text: texts.notSent, of: emails(false) },
      ],
      (of) => ({ email: of.join(', ') }),
    );
  } else toast(fill(texts.made, { email: answer.email }));
  return true;
}

function InvitationFields() {
  const [role, setRole] = useState('USER');
  const [begin, setBegin] = useState('invited');
  return (
    <>
      <SelectField
        name="begin"
        label={texts.begin}
        choices={BEGINNINGS}
        value={begin}
        changed={setBegin}
        hint={begin === 'confirmed' ? texts.confirmedHint : ''}
        hintRole="status"
      />
      {begin === 'invited' ? (
        <TextArea name="emails" label={texts.emails} hint={texts.emailsHint} />
      ) : (
        <>
          <PlainField name="email" label={texts.email} type="email" required />
          <AccountFields fields={frameData.fields} />
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
      <LanguageField label={texts.inviteLanguage} value={document.documentElement.lang} />
    </>
  );
}
