import { handleForm, showFormNotice } from '../forms.ts';
import { byId, messages } from '../page.ts';
import { handlePhoneField, type PhoneField } from '../phone-field.ts';
import type { User } from '../session.ts';
import type { Block } from './block.ts';
import { showIdentity } from './identity.ts';
import { currentOwner, requestAsOwner, setOwner } from './owner.ts';
import { signalNewName } from './passkeys.ts';
import { showPreview, startPreview } from './picture-preview.ts';
import { keepUnsaved, takeUnsaved, warnWhileUnsaved } from './unsaved-changes.ts';

const EDITABLE = ['full_name', 'phone_number', 'industry', 'profile_image_url'] as const;

let phone: PhoneField | undefined;

/** The industry may be a list of choices. */
function fieldOf(name: (typeof EDITABLE)[number]): HTMLInputElement | HTMLSelectElement {
  const field = byId(name, HTMLElement);
  return field instanceof HTMLSelectElement ? field : byId(name, HTMLInputElement);
}

/** An industry that is not, or not any more, among the choices stays until another is chosen. */
function showValue(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (field instanceof HTMLSelectElement && value !== '' && ![...field.options].some((one) => one.value === value)) {
    field.add(new Option(value, value));
  }
  field.value = value;
}

/** Only what was changed, so that a change made elsewhere meanwhile is not undone. */
const changes = (): Record<string, string> =>
  Object.fromEntries(
    EDITABLE.map((name) => [name, fieldOf(name).value.trim()] as const).filter(
      ([name, value]) => value !== (currentOwner()?.[name] ?? ''),
    ),
  );

const hasChanges = (): boolean => Object.keys(changes()).length > 0;

function showValues(user: User, names: readonly (typeof EDITABLE)[number][] = EDITABLE): void {
  for (const name of names) showValue(fieldOf(name), user[name] ?? '');
  phone?.look();
  showPreview();
}

/** To be called when the session has ended by itself: what was typed is there again after the login. */
export function keepUnsavedProfile(): void {
  const owner = currentOwner();
  if (owner && hasChanges()) keepUnsaved(owner.id, changes());
}

function showKept(kept: Readonly<Record<string, string>>): void {
  const names = EDITABLE.filter((name) => kept[name] !== undefined);
  if (names.length === 0) return;
  for (const name of names) showValue(fieldOf(name), kept[name] ?? '');
  phone?.look();
  showPreview();
  showFormNotice(byId('profile-form', HTMLFormElement), messages.unsavedKept, 'neutral');
}

export const profile: Block = {
  id: 'profile',
  start() {
    phone = handlePhoneField();
    startPreview();
    byId('profile-form', HTMLFormElement).addEventListener('input', () => warnWhileUnsaved(hasChanges()));
    handleForm('profile-form', {
      objection: () => (hasChanges() ? undefined : { text: messages.nothingChanged, mood: 'neutral' }),
      send: () => requestAsOwner('PUT', '/api/me', changes()),
      succeeded: ({ data }) => {
        const owner = currentOwner();
        if (!owner) return;
        const saved = { ...owner, ...(data as Partial<User>) };
        setOwner(saved);
        showIdentity(saved);
        void signalNewName();
        showValues(saved);
        warnWhileUnsaved(false);
        showFormNotice(byId('profile-form', HTMLFormElement), messages.saved, 'success');
      },
    });
  },
  show(user, isSame) {
    // Fields that are being edited stay as they are; the others follow what was changed elsewhere, or a save would undo it.
    const edited = isSame ? Object.keys(changes()) : [];
    showValues(
      user,
      EDITABLE.filter((name) => !edited.includes(name)),
    );
    if (!isSame) showKept(takeUnsaved(user.id));
    // The owner, with whom the fields are compared, is set after all blocks have been shown.
    queueMicrotask(() => warnWhileUnsaved(hasChanges()));
  },
};
