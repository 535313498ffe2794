import { byId } from '../page.ts';
import { avatarOf } from './avatar.ts';

const address = byId('profile_image_url', HTMLInputElement);
const fullName = byId('full_name', HTMLInputElement);
const status = byId('preview-status', HTMLElement);
const hint = document.getElementById('profile_image_url-hint');
const usualHint = hint?.textContent ?? '';

/** Read out by screen readers, and shown in place of the hint: a line of its own would move the button below it. */
function sayWhetherFailed(hasFailed: boolean): void {
  const text = hasFailed ? (status.dataset.failed ?? '') : '';
  status.textContent = text;
  if (hint) hint.textContent = hasFailed ? text : usualHint;
}

const avatar = avatarOf('preview', {
  loaded: () => sayWhetherFailed(false),
  failed: () => sayWhetherFailed(true),
});

/**
 * Once the address has been entered, not at every key: each half-typed address would be a request to a host that nobody
 * meant. What is previewed is what the page would ask for after saving, so no host learns anything it would not learn then.
 */
export const startPreview = (): void => {
  for (const input of [address, fullName]) input.addEventListener('change', showPreview);
};

export function showPreview(): void {
  sayWhetherFailed(false);
  avatar.show(fullName.value, pictureUrl(address.value.trim()));
}

/** Null for what is no address of a picture; the service says so when it is saved. */
function pictureUrl(text: string): string | null {
  try {
    return text !== '' && ['https:', 'http:'].includes(new URL(text, location.href).protocol) ? text : null;
  } catch {
    return null;
  }
}
