import { initialsOf } from '../account/avatar.ts';
import { addressOf, carried } from '../page.ts';
import type { ListedUser } from './answers.ts';
import { common } from './texts.ts';

const { accounts: texts } = common;

const STATUSES: Readonly<Record<ListedUser['account_status'], readonly [label: string, mood: string]>> = {
  ACTIVE: [texts.active, 'good'],
  INACTIVE: [texts.inactive, ''],
  SUSPENDED: [texts.suspended, 'bad'],
};

/** The status in words, behind a dot in its colour. */
export function AccountStatus({ status }: { readonly status: ListedUser['account_status'] }) {
  const [label, mood] = STATUSES[status];
  return <span class={`status ${mood}`}>{label}</span>;
}

export const roleName = (role: string): string => (role === 'ADMIN' ? texts.admin : texts.user);

/** What an account is called: by its name, or by its address where it has none. */
export const nameOf = ({ full_name, email }: Readonly<Record<'full_name' | 'email', string>>): string =>
  full_name.trim() || email;

export const Initials = ({ name }: { readonly name: string }) => (
  <span class="initials" aria-hidden="true">
    {initialsOf(name)}
  </span>
);

/** Initials, a name and below it an address. */
export const Person = ({ name, email }: { readonly name: string; readonly email: string }) => (
  <span class="with-initials">
    <Initials name={name} />
    <span class="two-lines">
      <span>{name}</span>
      <span>{email}</span>
    </span>
  </span>
);

/** What is known of a device; the same in every language. */
export const deviceName = ({ browser, system }: Readonly<Record<'browser' | 'system', string | null>>): string =>
  [browser, system].filter((part) => part !== null).join(' · ');

/** The page of one account, in the language of this one. */
export const userPage = (id: number): string => addressOf(`/admin/users/${id}`, carried);
