import { useEffect, useState } from 'preact/hooks';
import { PROFILE_FIELDS } from '../../../config/profile-fields.ts';
import { SelectField, TextField } from '../components/fields.tsx';
import { Form, Submit } from '../components/form.tsx';
import { type Said, say } from '../components/notice.tsx';
import { messages } from '../page.ts';
import { canSignal, signalPasskeys } from '../passkey-signals.ts';
import type { User } from '../session.ts';
import { useAccount } from './account-context.ts';
import type { Passkeys, SavedProfile } from './answers.ts';
import { Card } from './card.tsx';
import { currentOwner, requestAsOwner } from './owner.ts';
import { pageData, texts } from './page-data.ts';
import { PhoneField } from './phone-field.tsx';
import { noteUnsaved, takeUnsaved } from './unsaved-changes.ts';

const EDITABLE = ['full_name', 'phone_number', 'industry'] as const;

type Editable = (typeof EDITABLE)[number];
/** Fields that were edited; the others follow what was changed elsewhere, or a save would undo it. */
type Edits = Partial<Readonly<Record<Editable, string>>>;

/** Only what differs, so that a change made elsewhere meanwhile is not undone. */
const changesOf = (edits: Edits, user: User): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(edits)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([name, value]) => value !== (user[name as Editable] ?? '')),
  );

export function Profile() {
  const { user, showUser } = useAccount();
  const [edits, setEdits] = useState<Edits>(() => takeUnsaved(user.id));
  const [kept] = useState<Said | undefined>(() =>
    Object.keys(edits).length > 0 ? say(messages.unsavedKept, 'neutral') : undefined,
  );
  const changes = changesOf(edits, user);
  useEffect(() => noteUnsaved(changes), [edits, user]);
  const shown = (name: Editable): string => edits[name] ?? user[name] ?? '';
  const edit = (name: Editable) => (value: string) =>
    setEdits(({ [name]: _, ...others }) => (value === (user[name] ?? '') ? others : { ...others, [name]: value }));
  return (
    <Card id="profile" title={texts.account.profile}>
      <Form
        id="profile-form"
        class="stack"
        says={kept}
        objection={() => (Object.keys(changes).length > 0 ? undefined : say(messages.nothingChanged, 'neutral'))}
        send={() => requestAsOwner('PUT', '/api/me', changes)}
        done={messages.saved}
        succeeded={({ data }) => {
          const saved = { ...(currentOwner() ?? user), ...(data as SavedProfile) };
          setEdits({});
          showUser(saved);
          void signalNewName(saved);
        }}
      >
        <div class="pair">
          <ProfileField name="full_name" value={shown('full_name')} change={edit('full_name')} />
          <PhoneField value={shown('phone_number')} change={edit('phone_number')} />
        </div>
        <IndustryField value={shown('industry')} change={edit('industry')} />
        <Submit label={texts.account.save} />
      </Form>
    </Card>
  );
}

interface FieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

const ProfileField = ({ name, value, change }: FieldProps & { readonly name: 'full_name' | 'industry' }) => (
  <TextField
    name={name}
    label={texts.fields[name]}
    hint={texts.hints[name]}
    {...PROFILE_FIELDS[name].input}
    max={PROFILE_FIELDS[name].maxCodePoints}
    value={value}
    onInput={({ currentTarget }) => change(currentTarget.value)}
  />
);

function IndustryField({ value, change }: FieldProps) {
  const { industries } = pageData;
  if (industries.length === 0) return <ProfileField name="industry" value={value} change={change} />;
  // One that is not, or not any more, among the choices stays until another is chosen.
  const known = value === '' || industries.includes(value) ? industries : [...industries, value];
  return (
    <SelectField
      name="industry"
      label={texts.fields.industry}
      hint={texts.hints.industry}
      isRequired
      choices={[{ value: '', label: texts.actions.choose }, ...known.map((one) => ({ value: one, label: one }))]}
      value={value}
      changed={change}
    />
  );
}

/** Password managers show the name beside the passkey. */
async function signalNewName(user: User): Promise<void> {
  if (!canSignal || !pageData.features.passkeys) return;
  const { ok, data } = await requestAsOwner('GET', '/api/me/passkeys');
  if (ok) await signalPasskeys(data as Passkeys, user);
}
