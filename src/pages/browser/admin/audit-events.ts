import { fill } from '../../texts/fill.ts';
import { addressOf, carried } from '../page.ts';
import { type Child, element } from './element.ts';
import { formatNumber } from './times.ts';
import { wordsOf } from './words.ts';

/** An event as the interface gives it, or a number of them that were counted together. */
export interface AuditEvent {
  /** Null: counted events. */
  readonly id: number | null;
  readonly time: string;
  readonly event: string;
  readonly count: number;
  readonly user_id: number | null;
  readonly email: string | null;
  readonly address: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  readonly actor: string | null;
  readonly actor_email: string | null;
}

const words = wordsOf('audit');
const names: Readonly<Record<string, string>> = wordsOf('events');

const BAD: ReadonlySet<string> = new Set([
  'login_failed',
  'throttled',
  'second_factor_failed',
  'codes_refused',
  'passkey_failed',
  'reauthentication_failed',
  'password_change_failed',
  'refresh_reused',
  'suspended',
  'deleted',
  'declined',
  'sessions_revoked',
  'second_factor_reset',
]);
const GOOD: ReadonlySet<string> = new Set(['registered', 'verified', 'logged_in', 'reinstated', 'deletion_cancelled']);

const moodOf = (event: string): string => (BAD.has(event) ? 'bad' : GOOD.has(event) ? 'good' : 'note');

export const keyOf = ({ id, time, event, address }: AuditEvent): string =>
  id === null ? `${time} ${event} ${address}` : String(id);

/** The name of an event that a newer instance recorded is its code. */
export const nameOf = ({ event }: Pick<AuditEvent, 'event'>): string => names[event] ?? event;

export const eventName = (one: AuditEvent): HTMLElement =>
  element(
    'span',
    { className: `status ${moodOf(one.event)}`, title: one.event },
    nameOf(one),
    one.count > 1 && element('span', { className: 'times' }, fill(words.times, { count: formatNumber(one.count) })),
  );

const userLink = (id: number, text: string): HTMLElement =>
  element('a', { className: 'cell-link', href: addressOf(`/admin/users/${id}`, carried) }, text);

export function account({ user_id, email, id, address }: AuditEvent): Child {
  if (user_id !== null && email !== null) return userLink(user_id, email);
  if (user_id !== null) return element('span', { className: 'soft' }, fill(words.gone, { id: String(user_id) }));
  return (id === null || address !== null) && element('span', { className: 'soft' }, words.stranger);
}

export function client({ browser, system, address, id }: AuditEvent): Child {
  const device = [browser, system].filter((part) => part !== null).join(' · ');
  const place = address ?? (id === null ? words.manyNetworks : '');
  if (device === '' || place === '') return element('span', { className: 'soft' }, device || place);
  return element('span', { className: 'client-lines' }, element('span', {}, device), element('span', {}, place));
}

export function actor({ actor: name, actor_email: email }: AuditEvent): Child {
  if (name === null) return false;
  const [kind, id = ''] = name.split(':');
  if (kind === 'user') return userLink(Number(id), email ?? fill(words.user, { id }));
  if (kind === 'key') return fill(words.key, { id });
  if (name === 'MAX_SESSIONS') return words.maxSessions;
  return name === 'operator' ? words.operator : name;
}
