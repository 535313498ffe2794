import { initialsOf } from '../account/avatar.ts';
import { addressOf, carried } from '../page.ts';
import { element } from './element.ts';
import { common } from './words.ts';

const { accounts: words } = common;

export type AccountStatus = 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';

const STATUSES: Readonly<Record<AccountStatus, readonly [label: string, mood: string]>> = {
  ACTIVE: [words.active, 'good'],
  INACTIVE: [words.inactive, ''],
  SUSPENDED: [words.suspended, 'bad'],
};

/** The status in words, behind a dot in its colour. */
export function statusMark(status: AccountStatus): HTMLElement {
  const [label, mood] = STATUSES[status];
  return element('span', { className: `status ${mood}` }, label);
}

export const roleName = (role: string): string => (role === 'ADMIN' ? words.admin : words.user);

/** What an account is called: by its name, or by its address where it has none. */
export const nameOf = ({ full_name, email }: Readonly<Record<'full_name' | 'email', string>>): string =>
  full_name.trim() || email;

export const initialsMark = (name: string): HTMLElement =>
  element('span', { className: 'initials', aria: { hidden: 'true' } }, initialsOf(name));

/** Initials, a name and below it an address. */
export const person = (name: string, email: string): HTMLElement =>
  element(
    'span',
    { className: 'with-initials' },
    initialsMark(name),
    element('span', { className: 'two-lines' }, element('span', {}, name), element('span', {}, email)),
  );

/** What is known of a device; the same in every language. */
export const deviceWords = ({ browser, system }: Readonly<Record<'browser' | 'system', string | null>>): string =>
  [browser, system].filter((part) => part !== null).join(' · ');

/** The page of one account, in the language of this one. */
export const userPage = (id: number): string => addressOf(`/admin/users/${id}`, carried);
