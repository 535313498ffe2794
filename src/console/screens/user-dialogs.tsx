import { useState } from 'preact/hooks';
import { isUploaded } from '../../pages/browser/base-path.ts';
import { Checkbox, Field } from '../../pages/browser/components/fields.tsx';
import { nested, sentValues, typedValues } from '../../pages/browser/field-values.ts';
import type { FieldInput } from '../../pages/forms.ts';
import { fill } from '../../pages/texts/fill.ts';
import { toast } from '../components/toasts.tsx';
import { AccountFields, isRequired, LanguageField } from './account-fields.tsx';
import { nameOf } from './accounts.tsx';
import { patch, post } from './admin-api.ts';
import type { ShownUser, UserDetails } from './answers.ts';
import { agree, ask, PlainField } from './form-dialogs.tsx';
import { common, frameData, textsOf } from './texts.ts';
import { toastChange } from './toast-change.ts';

const texts = textsOf('user').change;
/** The address of an uploaded picture cannot be edited. */
const fieldsOf = ({ profile_image_url: picture }: UserDetails): readonly FieldInput[] =>
  isUploaded(picture) ? frameData.fields : [...frameData.fields, PICTURE];
const PICTURE: FieldInput = {
  name: 'profile_image_url',
  type: 'text',
  label: common.profileFields.profile_image_url,
  required: false,
};
const MAX_NOTE_LENGTH = 2000;

export async function changeProfile({ user, path, refresh }: ShownUser): Promise<void> {
  const fields = fieldsOf(user);
  const before: Readonly<Record<string, string>> = {
    ...typedValues(user, fields),
    language: user.language,
  };
  let changed: Readonly<Record<string, string>> = {};
  const answer = await ask<UserDetails>({
    title: texts.profileTitle,
    subject: user.email,
    action: texts.save,
    needsChange: true,
    fields: (
      <>
        <AccountFields user={user} fields={fields} />
        <LanguageField label={texts.language} value={user.language} />
      </>
    ),
    send(values) {
      changed = Object.fromEntries(
        Object.entries(sentValues(values, fields))
          .map(([name, value]) => [name, value.trim()] as const)
          .filter(([name, value]) => value !== before[name]),
      );
      return Object.keys(changed).length === 0 ? agree() : patch<UserDetails>(path, nested(changed));
    },
  });
  if (!answer || Object.keys(changed).length === 0) return;
  await refresh();
  const undo = async () => {
    const undone = Object.fromEntries(Object.keys(changed).map((name) => [name, before[name] ?? '']));
    // Does not overwrite later changes.
    toastChange(await patch(path, { ...nested(undone), unchanged_since: answer.updated_at }), common.undone);
    await refresh();
  };
  // A required field cannot be emptied again.
  const isUndoable = Object.keys(changed).every((name) => before[name] !== '' || !isRequired(name));
  toast(fill(texts.profileChanged, { name: nameOf(answer) }), { undo: isUndoable ? undo : undefined });
}

/** The owner confirms the new address, unless the service allows changes without confirmation. */
export async function changeEmail({ user, path, refresh }: ShownUser): Promise<void> {
  let isAtOnce = false;
  const answer = await ask<UserDetails>({
    title: texts.emailTitle,
    subject: user.email,
    lead: texts.emailLead,
    action: texts.emailAction,
    fields: <EmailFields />,
    send(values, data) {
      isAtOnce = data.has('at_once');
      const email = (values.email ?? '').trim();
      return post(
        `${path}/email`,
        isAtOnce ? { email, at_once: true, reason: (values.reason ?? '').trim() } : { email },
      );
    },
  });
  if (!answer) return;
  await refresh();
  const email = answer.email_change?.new_email ?? answer.email;
  toast(fill(isAtOnce ? texts.emailChanged : texts.emailAsked, { name: nameOf(answer), email }));
}

function EmailFields() {
  const [isAtOnce, setAtOnce] = useState(false);
  return (
    <>
      <PlainField name="email" label={texts.newEmail} type="email" required />
      {frameData.features.emailChangesAtOnce && (
        <Checkbox name="at_once" label={texts.atOnce} isChecked={isAtOnce} changed={setAtOnce} />
      )}
      {isAtOnce && <PlainField name="reason" label={texts.reason} hint={texts.atOnceHint} max={500} required />}
    </>
  );
}

/** Adds a note; resolves to false if cancelled. */
export async function addNote(path: string): Promise<boolean> {
  const { field, add: title, save: action } = textsOf('user').notes;
  const added = await ask<object>({
    title,
    action,
    fields: (
      <Field name="text" label={field}>
        <textarea id="text" name="text" rows={4} maxLength={MAX_NOTE_LENGTH} required aria-describedby="text-error" />
      </Field>
    ),
    send: ({ text = '' }) => post(`${path}/notes`, { text: text.trim() }),
  });
  return added !== undefined;
}
