import { handleForm, showFormNotice } from '../forms.ts';
import { byId, messages } from '../page.ts';
import type { User } from '../session.ts';
import type { Block } from './block.ts';
import { showIdentity } from './identity.ts';
import { currentOwner, requestAsOwner, setOwner } from './owner.ts';
import { showPreview, startPreview } from './picture-preview.ts';
import { warnWhileUnsaved } from './unsaved-changes.ts';

const EDITABLE = ['full_name', 'phone_number', 'industry', 'profile_image_url'] as const;

const inputOf = (name: (typeof EDITABLE)[number]) => byId(name, HTMLInputElement);

/** Only what was changed, so that a change made elsewhere meanwhile is not undone. */
const changes = (): Record<string, string> =>
  Object.fromEntries(
    EDITABLE.map((name) => [name, inputOf(name).value.trim()] as const).filter(
      ([name, value]) => value !== (currentOwner()?.[name] ?? ''),
    ),
  );

const hasChanges = (): boolean => Object.keys(changes()).length > 0;

function showValues(user: User): void {
  for (const name of EDITABLE) inputOf(name).value = user[name] ?? '';
  showPreview();
  warnWhileUnsaved(false);
}

export const profile: Block = {
  id: 'profile',
  start() {
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
        showValues(saved);
        showFormNotice(byId('profile-form', HTMLFormElement), messages.saved, 'success');
      },
    });
  },
  show(user, isSame) {
    if (!isSame || !hasChanges()) showValues(user);
  },
};
