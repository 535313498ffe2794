import { fill } from '../../pages/texts/fill.ts';
import { formatNumber } from '../components/format.tsx';
import { deviceName } from './accounts.tsx';
import type { AuditEvent } from './answers.ts';
import { userPage } from './screen-address.ts';
import { common, textsOf } from './texts.ts';

const texts = textsOf('audit');
const names: Readonly<Record<string, string>> = textsOf('events');

const BAD: ReadonlySet<string> = new Set([
  'login_failed',
  'login_code_failed',
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

/** Without an account, these events concern an unknown address. */
const BY_STRANGERS: ReadonlySet<string> = new Set([
  'login_failed',
  'login_code_asked',
  'login_code_failed',
  'reset_asked',
]);

const moodOf = (event: string): string => (BAD.has(event) ? 'bad' : GOOD.has(event) ? 'good' : 'note');

export const keyOfEvent = ({ id, time, event, address }: AuditEvent): string =>
  id === null ? `${time} ${event} ${address}` : String(id);

/** The code, for events that only a newer version knows. */
export const eventName = (event: string): string => names[event] ?? event;

const PROFILE = 'profile:';
const fieldNames: Readonly<Record<string, string>> = common.profileFields;

/** The changed profile fields, or the API key or app that the event is about; empty for other events. */
export function subjectOf({ subject, subject_name: name }: Pick<AuditEvent, 'subject' | 'subject_name'>): string {
  if (subject?.startsWith(PROFILE)) {
    const fields = subject.slice(PROFILE.length).split(',');
    return fields.map((field) => fieldNames[field] ?? field).join(', ');
  }
  if (subject === 'reason') return name ?? '';
  if (subject?.startsWith('client:')) return name ?? subject;
  if (!subject?.startsWith('key:')) return '';
  return [name, `lk_${subject.slice('key:'.length)}_…`].filter((part) => part !== null).join(' · ');
}

/** Similar events may share a row. */
export const EventCount = ({ count }: Pick<AuditEvent, 'count'>) =>
  count > 1 ? <span class="badge">{fill(texts.times, { count: formatNumber(count) })}</span> : null;

export function EventName({ event }: { readonly event: AuditEvent }) {
  const status = (
    <span class={`status ${moodOf(event.event)}`} title={event.event}>
      {eventName(event.event)}
      <EventCount count={event.count} />
    </span>
  );
  const subject = subjectOf(event);
  if (subject === '') return status;
  return (
    <span class="lines">
      {status}
      <span class="soft small">{subject}</span>
    </span>
  );
}

const UserLink = ({ id, text }: { readonly id: number; readonly text: string }) => (
  <a class="cut" href={userPage(id)} dir="auto" title={text}>
    {text}
  </a>
);

/** Empty for events without an account, such as an export of the audit trail. */
export function EventAccount({ event: { user_id, email, event } }: { readonly event: AuditEvent }) {
  if (user_id !== null && email !== null) return <UserLink id={user_id} text={email} />;
  if (user_id !== null) return <span class="soft">{fill(texts.gone, { id: String(user_id) })}</span>;
  return BY_STRANGERS.has(event) ? <span class="soft">{texts.stranger}</span> : null;
}

export function EventClient({ event }: { readonly event: AuditEvent }) {
  const { address, id } = event;
  const device = deviceName(event);
  const place = address ?? (id === null ? texts.manyNetworks : '');
  if (device === '' || place === '') return <span class="soft">{device || place}</span>;
  return (
    <span class="lines small">
      <span>{device}</span>
      <span class="soft">{place}</span>
    </span>
  );
}

interface ActorProps {
  readonly actor: string | null;
  readonly email?: string | null;
}

export function EventActor({ actor, email = null }: ActorProps) {
  if (actor === null) return null;
  const [kind, id = ''] = actor.split(':');
  if (kind === 'user') return <UserLink id={Number(id)} text={email ?? fill(texts.user, { id })} />;
  if (kind === 'key') return <>{fill(texts.key, { id })}</>;
  if (actor === 'MAX_SESSIONS') return <>{texts.maxSessions}</>;
  return <>{actor === 'operator' ? texts.operator : actor}</>;
}
