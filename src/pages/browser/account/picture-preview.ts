import { byId } from '../page.ts';
import { avatarOf } from './avatar.ts';

const address = byId('profile_image_url', HTMLInputElement);
const fullName = byId('full_name', HTMLInputElement);
const failed = byId('preview-failed', HTMLElement);

const sayWhetherFailed = (hasFailed: boolean): void => {
  failed.hidden = !hasFailed;
};

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
