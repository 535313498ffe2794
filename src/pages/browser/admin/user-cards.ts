import { fill } from '../../texts/fill.ts';
import { addressOf, carried } from '../page.ts';
import { deviceWords, roleName, userPage } from './accounts.ts';
import { nameOf, subjectOf, times } from './audit-events.ts';
import { type Child, element } from './element.ts';
import { labelOf, languageName } from './label.ts';
import { formatNumber, localDay, localTime, timeAgo } from './times.ts';
import type { UserDetails } from './user-data.ts';
import { common, wordsOf } from './words.ts';

const words = wordsOf('user');

const card = (title: string, ...content: readonly Child[]): HTMLElement =>
  element('section', { className: 'console-card', aria: { label: title } }, element('h2', {}, title), ...content);

/** Names and values beside each other. */
const facts = (rows: readonly (readonly [name: string, value: Child])[]): HTMLElement =>
  element(
    'dl',
    { className: 'facts' },
    rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  );

const quiet = (text: string): HTMLElement => element('p', { className: 'soft' }, text);

export const profileCard = (user: UserDetails): HTMLElement =>
  card(
    words.profile,
    facts([
      [words.email, user.email],
      [words.phone, user.phone_number],
      [words.industry, user.industry],
      [words.role, roleName(user.role)],
      [words.language, languageName(user.language)],
      [words.created, localTime(user.created_at)],
      [words.updated, timeAgo(user.updated_at)],
      [words.id, element('span', { className: 'mono' }, String(user.id))],
    ]),
  );

export const securityCard = (user: UserDetails): HTMLElement =>
  card(
    words.security,
    facts([
      [
        words.app,
        element('span', { className: `status ${user.totp ? 'good' : ''}` }, user.totp ? words.on : words.off),
      ],
      ...(user.totp ? ([[words.codesLeft, formatNumber(user.recovery_codes_left)]] as const) : []),
      [
        words.passkeys,
        user.passkeys.length === 0
          ? element('span', { className: 'soft' }, words.noPasskeys)
          : user.passkeys.map(({ name }) => element('span', { className: 'block' }, name)),
      ],
    ]),
  );

/** The devices that are logged in, each with a button. */
export const sessionsCard = (user: UserDetails, end: (id: string) => void): HTMLElement =>
  card(
    words.sessions,
    user.sessions.length === 0
      ? quiet(words.noSessions)
      : element(
          'ul',
          { className: 'entries' },
          user.sessions.map((session) => {
            const device = deviceWords(session) || common.accounts.unknownDevice;
            return element(
              'li',
              {},
              element(
                'span',
                { className: 'two-lines' },
                element('span', {}, device),
                element('span', {}, session.address ?? '', ' · ', timeAgo(session.last_used_at ?? session.created_at)),
              ),
              element(
                'button',
                {
                  className: 'button plain compact',
                  type: 'button',
                  aria: { label: fill(words.endSessionOf, { device }) },
                  on: { click: () => end(session.id) },
                },
                words.endSession,
              ),
            );
          }),
        ),
  );

const MOODS = { waiting: 'note', sent: 'good', superseded: '', dead: 'bad', void: '' } as const;

export const emailsCard = (user: UserDetails): HTMLElement =>
  card(
    words.emails,
    user.emails.length === 0
      ? quiet(words.noEmails)
      : element(
          'ul',
          { className: 'entries' },
          user.emails.map(({ kind, state, answer, created_at }) =>
            element(
              'li',
              {},
              element(
                'span',
                { className: 'two-lines' },
                element('span', { title: kind }, labelOf(wordsOf('emails').kinds, kind)),
                element('span', {}, answer ?? ''),
              ),
              element(
                'span',
                { className: 'aside' },
                element('span', { className: `status ${MOODS[state]}` }, words[state]),
                timeAgo(created_at),
              ),
            ),
          ),
        ),
  );

export const eventsCard = (user: UserDetails): HTMLElement =>
  card(
    words.events,
    user.events.length === 0
      ? quiet(words.noEvents)
      : element(
          'ul',
          { className: 'entries' },
          user.events.map(({ event, count, happened_at, address, actor, subject, subject_name, ...device }) =>
            element(
              'li',
              {},
              element(
                'span',
                { className: 'two-lines' },
                element('span', { title: event }, nameOf({ event }), times(count)),
                element(
                  'span',
                  {},
                  joined([
                    subjectOf({ subject, subject_name }),
                    actor === null ? '' : actorLink(actor),
                    deviceWords(device),
                    address ?? '',
                  ]),
                ),
              ),
              element('span', { className: 'aside' }, timeAgo(happened_at)),
            ),
          ),
        ),
    element(
      'p',
      { className: 'card-foot' },
      element('a', { href: addressOf('/admin/audit', auditQuery(user.id)) }, words.allEvents),
    ),
  );

function auditQuery(id: number): string {
  const query = new URLSearchParams(carried);
  query.set('query', String(id));
  return query.toString();
}

const joined = (parts: readonly (Node | string)[]): Child =>
  parts.filter((part) => part !== '').flatMap((part, at) => (at === 0 ? [part] : [' · ', part]));

/** An administrator is a link to their account. */
export function actorLink(actor: string): Node | string {
  const { user, key, maxSessions, operator } = wordsOf('audit');
  const [kind, id = ''] = actor.split(':');
  if (kind === 'user') return element('a', { href: userPage(Number(id)) }, fill(user, { id }));
  if (kind === 'key') return fill(key, { id });
  if (actor === 'MAX_SESSIONS') return maxSessions;
  return actor === 'operator' ? operator : actor;
}

/** What is special about the account at the moment, above everything else. */
export function notes(user: UserDetails): HTMLElement[] {
  const note = (mood: string, ...content: readonly Child[]) =>
    element('div', { className: `notice ${mood}` }, element('span', {}, ...content));
  const made: HTMLElement[] = [];
  if (user.account_status === 'SUSPENDED') made.push(note('danger', suspension(user)));
  if (user.account_status === 'INACTIVE')
    made.push(note('neutral', user.invited ? words.invitedNote : words.unverifiedNote));
  if (user.deletion_due_at !== null) made.push(note('danger', withDate(words.deletionNote, user.deletion_due_at)));
  if (user.email_change !== null)
    made.push(note('neutral', fill(words.changeNote, { email: user.email_change.new_email })));
  return made;
}

const withDate = (text: string, time: string): string => fill(text, { date: localDay(time).textContent ?? '' });

/** With a link to whoever it was. */
function suspension({ suspended_by: actor, suspended_at: time }: UserDetails): Child {
  if (actor === null || time === null) return words.suspendedNote;
  const [before = '', after = ''] = withDate(words.suspendedBy, time).split('{actor}');
  return [before, actorLink(actor), after];
}
