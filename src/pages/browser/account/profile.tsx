import { useEffect, useState } from 'preact/hooks';
import type { FormField } from '../../forms.ts';
import { ProfileField } from '../components/account-fields.tsx';
import { Form, Submit } from '../components/form.tsx';
import { type NoticeText, notice } from '../components/notice.tsx';
import { usePage } from '../components/page-data.ts';
import { messages } from '../page.ts';
import { canSignal, signalPasskeys } from '../passkey-signals.ts';
import type { User } from '../session.ts';
import { useAccount } from './account-context.ts';
import type { Passkeys, SavedProfile } from './answers.ts';
import { Card } from './card.tsx';
import { currentOwner, requestAsOwner } from './owner.ts';
import { pageData, texts } from './page-data.ts';
import { savedText } from './saved-text.ts';
import { rememberUnsaved, takeUnsaved } from './unsaved-changes.ts';

/** Edited fields; the others follow changes made elsewhere, which a save would otherwise undo. */
type Edits = Partial<Readonly<Record<FormField, string>>>;

/** Sends only what differs, so that a change made elsewhere is not undone. */
const changesOf = (edits: Edits, user: User): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(edits)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([name, value]) => value !== (user[name as FormField] ?? '')),
  );

export function Profile() {
  const { user, showUser } = useAccount();
  const [edits, setEdits] = useState<Edits>(() => takeUnsaved(user.id));
  const [restored] = useState<NoticeText | undefined>(() =>
    Object.keys(edits).length > 0 ? notice(messages.unsavedKept, 'neutral') : undefined,
  );
  const { fields } = usePage();
  const changes = changesOf(edits, user);
  useEffect(() => rememberUnsaved(changes), [edits, user]);
  const kept = (name: FormField) => ({
    value: edits[name] ?? user[name] ?? '',
    change: (value: string) =>
      setEdits(({ [name]: _, ...others }) => (value === (user[name] ?? '') ? others : { ...others, [name]: value })),
  });
  return (
    <Card id="profile" title={texts.account.profile}>
      <Form
        id="profile-form"
        class="stack"
        notice={restored}
        objection={() => (Object.keys(changes).length > 0 ? undefined : notice(messages.nothingChanged, 'neutral'))}
        send={() => requestAsOwner('PUT', '/api/me', changes)}
        done={savedText(Object.keys(changes), fields)}
        succeeded={({ data }) => {
          const saved = { ...(currentOwner() ?? user), ...(data as SavedProfile) };
          setEdits({});
          showUser(saved);
          void signalNewName(saved);
        }}
      >
        <div class="pair">
          <ProfileField name="full_name" kept={kept('full_name')} />
          <ProfileField name="phone_number" kept={kept('phone_number')} />
        </div>
        <ProfileField name="industry" kept={kept('industry')} />
        <Submit label={texts.account.save} variant={Object.keys(changes).length > 0 ? undefined : 'plain'} />
      </Form>
    </Card>
  );
}

/** Password managers show the name beside the passkey. */
async function signalNewName(user: User): Promise<void> {
  if (!canSignal || !pageData.features.passkeys) return;
  const { ok, data } = await requestAsOwner('GET', '/api/me/passkeys');
  if (ok) await signalPasskeys(data as Passkeys, user);
}
