import { fill } from '../../texts/fill.ts';
import { byId } from '../page.ts';
import type { User } from '../session.ts';
import { avatarOf } from './avatar.ts';

const avatar = avatarOf('avatar');

/** What stands above every section: who this is. */
export function showIdentity({ full_name, email, created_at, profile_image_url, role }: User): void {
  const since = byId('since', HTMLElement);
  const date = new Date(created_at).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });
  since.textContent = fill(since.dataset.text ?? '', { date });
  byId('name', HTMLElement).textContent = full_name;
  byId('address', HTMLElement).textContent = email;
  avatar.show(full_name, profile_image_url);
  const consoleLink = document.getElementById('console-link');
  if (consoleLink) consoleLink.hidden = role !== 'ADMIN';
}
