import { fill } from '../../texts/fill.ts';
import { addressOf, carried } from '../page.ts';
import { type Child, element } from './element.ts';
import { formatNumber } from './times.ts';
import { common, wordsOf } from './words.ts';

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
  readonly subject: string | null;
  readonly subject_name: string | null;
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

/** Without an account, these were about an address that nobody has. */
const BY_STRANGERS: ReadonlySet<string> = new Set(['login_failed', 'reset_asked']);

const moodOf = (event: string): string => (BAD.has(event) ? 'bad' : GOOD.has(event) ? 'good' : 'note');

export const keyOf = ({ id, time, event, address }: AuditEvent): string =>
  id === null ? `${time} ${event} ${address}` : String(id);

/** The name of an event that a newer instance recorded is its code. */
export const nameOf = ({ event }: Pick<AuditEvent, 'event'>): string => names[event] ?? event;

const PROFILE = 'profile:';
const fieldNames: Readonly<Record<string, string>> = common.profileFields;

/** The API key that the event is about, as the list of keys shows it, the OpenID client, or the fields of the profile; empty for other events. */
export function subjectOf({ subject, subject_name: name }: Pick<AuditEvent, 'subject' | 'subject_name'>): string {
  if (subject?.startsWith(PROFILE)) {
    const fields = subject.slice(PROFILE.length).split(',');
    return fields.map((field) => fieldNames[field] ?? field).join(', ');
  }
  if (subject?.startsWith('client:')) return name ?? subject;
  if (!subject?.startsWith('key:')) return '';
  return [name, `lk_${subject.slice('key:'.length)}_…`].filter((part) => part !== null).join(' · ');
}

/** How many events a row stands for, where it is more than one. */
export const times = (count: number): Child =>
  count > 1 && element('span', { className: 'times' }, fill(words.times, { count: formatNumber(count) }));

export function eventName(one: AuditEvent): HTMLElement {
  const status = element(
    'span',
    { className: `status ${moodOf(one.event)}`, title: one.event },
    nameOf(one),
    times(one.count),
  );
  const subject = subjectOf(one);
  if (subject === '') return status;
  return element('span', { className: 'event-lines' }, status, element('span', {}, subject));
}

const userLink = (id: number, text: string): HTMLElement =>
  element('a', { className: 'cell-link', href: addressOf(`/admin/users/${id}`, carried) }, text);

/** Empty for events that concern no account, as an export of the trail. */
export function account({ user_id, email, event }: AuditEvent): Child {
  if (user_id !== null && email !== null) return userLink(user_id, email);
  if (user_id !== null) return element('span', { className: 'soft' }, fill(words.gone, { id: String(user_id) }));
  return BY_STRANGERS.has(event) && element('span', { className: 'soft' }, words.stranger);
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
