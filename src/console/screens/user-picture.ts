import { squarePicture } from '../../pages/browser/account/square-picture.ts';
import { fill } from '../../pages/texts/fill.ts';
import { toast } from '../components/toasts.tsx';
import { nameOf } from './accounts.tsx';
import { put, remove } from './admin-api.ts';
import type { ShownUser } from './answers.ts';
import { textsOf } from './texts.ts';
import { toastChange } from './toast-change.ts';

const texts = textsOf('user').change;

/** The browser crops the chosen picture to a small square. */
export async function uploadPicture({ user, path, refresh }: ShownUser): Promise<void> {
  const file = await chosenFile();
  if (!file) return;
  const image = await squarePicture(file);
  if (image === undefined) return toast(texts.pictureUnreadable, { mood: 'danger' });
  toastChange(await put(`${path}/picture`, { image }), fill(texts.pictureSaved, { name: nameOf(user) }));
  await refresh();
}

export async function removePicture({ user, path, refresh }: ShownUser): Promise<void> {
  toastChange(await remove(`${path}/picture`), fill(texts.pictureRemoved, { name: nameOf(user) }));
  await refresh();
}

function chosenFile(): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]), { once: true });
    input.addEventListener('cancel', () => resolve(undefined), { once: true });
    input.click();
  });
}
