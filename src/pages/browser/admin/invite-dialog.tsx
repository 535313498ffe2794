import { useState } from 'preact/hooks';
import { fill } from '../../texts/fill.ts';
import { post } from './admin-api.ts';
import type { InvitedUser } from './answers.ts';
import { openDialog } from './components/dialog.tsx';
import { DialogForm, problemOf, SelectField, TextField } from './components/form.tsx';
import { toast } from './components/toasts.tsx';
import { languageChoices } from './labels.ts';
import { common, frameData, textsOf } from './texts.ts';

const texts = textsOf('users');
/** Those that the e-mail can be in; none when there is only one. */
const languages = frameData.languages.map(({ tag }) => tag);

/** Asks for what an account needs, and invites its owner. */
export async function inviteUser(invited: () => Promise<void>): Promise<void> {
  const email = await openDialog<string>({
    title: texts.inviteTitle,
    lead: texts.inviteLead,
    content: (close) => <Invitation close={close} />,
  });
  if (email === undefined) return;
  toast(fill(texts.sent, { email }));
  await invited();
}

function Invitation({ close }: { readonly close: (email?: string) => void }) {
  const [role, setRole] = useState('USER');
  const send = async (values: FormData) => {
    const given = Object.fromEntries([...values].map(([name, value]) => [name, String(value).trim()]));
    const reply = await post<InvitedUser>('/api/admin/users', given);
    if (!reply.ok) return problemOf(reply);
    close(reply.data.email);
    return undefined;
  };
  return (
    <DialogForm label={texts.send} send={send} cancel={close}>
      <TextField name="full_name" label={texts.fullName} required />
      <TextField name="email" label={texts.email} type="email" required />
      <TextField name="phone_number" label={texts.phone} type="tel" required />
      <TextField name="industry" label={texts.industry} required />
      <SelectField
        name="role"
        label={texts.role}
        value={role}
        choices={[
          { value: 'USER', label: common.accounts.user },
          { value: 'ADMIN', label: common.accounts.admin },
        ]}
        hint={role === 'ADMIN' ? texts.inviteAdminHint : ''}
        changed={setRole}
      />
      {languages.length > 0 && (
        <SelectField
          name="language"
          label={texts.inviteLanguage}
          choices={languageChoices(languages)}
          value={document.documentElement.lang}
        />
      )}
    </DialogForm>
  );
}
