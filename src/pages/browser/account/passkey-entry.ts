import { fill } from '../../texts/fill.ts';
import { dayInWords } from '../day-in-words.ts';

export interface Passkey {
  readonly id: string;
  readonly credential_id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

interface Actions {
  readonly rename: (passkey: Passkey) => void;
  readonly remove: (passkey: Passkey) => void;
}

/** One line of the list, whose words the server has written to its `data-` attributes. */
export function passkeyEntry(passkey: Passkey, { dataset }: HTMLElement, { rename, remove }: Actions): HTMLElement {
  const { name, synced, created_at, last_used_at } = passkey;
  const details = [
    synced ? dataset.synced : dataset.onOneDevice,
    fill(dataset.created ?? '', { time: dayInWords(created_at) }),
    last_used_at === null ? dataset.unused : fill(dataset.used ?? '', { time: dayInWords(last_used_at) }),
  ].join(' · ');
  const about = document.createElement('div');
  about.append(paragraph(name, 'value'), paragraph(details, 'soft small'));
  const buttons = document.createElement('div');
  buttons.className = 'choices';
  buttons.append(
    button(dataset.rename ?? '', fill(dataset.renameNamed ?? '', { name }), () => rename(passkey)),
    button(dataset.remove ?? '', fill(dataset.removeNamed ?? '', { name }), () => remove(passkey)),
  );
  const entry = document.createElement('li');
  entry.append(about, buttons);
  return entry;
}

function paragraph(text: string, className: string): HTMLElement {
  const made = document.createElement('p');
  made.textContent = text;
  made.className = className;
  return made;
}

function button(label: string, fullLabel: string, pressed: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button plain compact';
  made.textContent = label;
  made.setAttribute('aria-label', fullLabel);
  made.addEventListener('click', pressed);
  return made;
}
