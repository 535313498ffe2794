import type { ComponentChildren } from 'preact';
import { initialsOf } from '../../pages/browser/components/initials.ts';
import { Status } from '../components/facts.tsx';
import { TwoLines } from '../components/table.tsx';
import type { ListedUser } from './answers.ts';
import { common } from './texts.ts';

const { accounts: texts } = common;

const STATUSES: Readonly<Record<ListedUser['account_status'], readonly [label: string, mood: string]>> = {
  ACTIVE: [texts.active, 'good'],
  INACTIVE: [texts.inactive, ''],
  SUSPENDED: [texts.suspended, 'bad'],
};

export function AccountStatus({ status }: { readonly status: ListedUser['account_status'] }) {
  const [label, mood] = STATUSES[status];
  return <Status mood={mood} label={label} />;
}

export const roleName = (role: string): string => (role === 'ADMIN' ? texts.admin : texts.user);

/** The name of an account, or its address if it has none. */
export const nameOf = ({ full_name, email }: Readonly<Record<'full_name' | 'email', string>>): string =>
  full_name.trim() || email;

interface InitialsProps {
  readonly name: string;
  /** A picture that covers the initials. */
  readonly children?: ComponentChildren;
}

export const Initials = ({ name, children }: InitialsProps) => (
  <span class="avatar" aria-hidden="true">
    {initialsOf(name)}
    {children}
  </span>
);

export const Person = ({ name, email }: { readonly name: string; readonly email: string }) => (
  <span class="with-avatar">
    <Initials name={name} />
    <TwoLines first={name} second={email} />
  </span>
);

export const deviceName = ({ browser, system }: Readonly<Record<'browser' | 'system', string | null>>): string =>
  [browser, system].filter((part) => part !== null).join(' · ');
