import { createHash } from 'node:crypto';
import type { Value } from '../src/store/engine/database.ts';
import { searchKeys } from '../src/store/tables/search-keys.ts';
import type { RawDatabase } from '../test/support/raw-database.ts';

/** What the pictures of the console show: a service with some history. The same every time, but for the day. */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

// biome-ignore format: a list of words
const NAMES = [
  'Grace Hopper', 'Lin Chen', 'Max Rhône', 'Sade Okafor', 'Tim Berners', 'Yuki Nakamura', 'Zoë Ekström',
  'Émile Borel', 'Mary Somerville', 'Alan Kay', 'Radia Perlman', 'Omar Haddad', 'Ingrid Solberg', 'Paulo Freitas',
  'Nadia Petrova', 'Jürgen Weiß', 'Chiara Rossi', 'Kofi Mensah', 'Aylin Demir', 'Sven Lindqvist', 'Hana Kovács',
  'Diego Alvarez', 'Fatima Zahra', 'Noah Williams', 'Mei Tanaka', 'Liam O’Connor', 'Anika Sharma', 'Tomasz Nowak',
  'Elena Popescu',
];
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 ' +
    'Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ' +
    'Safari/537.36',
];

const insert = (table: string, row: Readonly<Record<string, Value>>) => ({
  sql: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
    .map((_, at) => `$${at + 1}`)
    .join(', ')})`,
  params: Object.values(row),
});
type Insert = ReturnType<typeof insert>;

const addressOf = (index: number): string => `203.0.113.${(index * 7) % 250}`;
const emailOf = (name: string): string =>
  `${name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[^a-z]/g, '')}@example.${name.length % 2 ? 'com' : 'org'}`;

export async function fillForConsole(db: RawDatabase, nowMs: number): Promise<void> {
  // Ada was the first.
  const adaCameAt = nowMs - 120 * DAY_MS;
  await db.all('UPDATE users SET created_at = $1, updated_at = $1', [adaCameAt]);
  await db.all('UPDATE outbox SET created_at = $1', [adaCameAt]);
  await db.batch([...olderUsers(nowMs), ...users(nowMs)]);
  await db.batch([...sessions(nowMs), ...events(nowMs), ...emails(nowMs), ...statistics(nowMs)]);
}

const statusOf = (index: number): string => {
  if (index % 11 === 3) return 'SUSPENDED';
  return index % 9 === 1 ? 'INACTIVE' : 'ACTIVE';
};

/** The latest accounts, one every three hours. */
const users = (nowMs: number): Insert[] =>
  NAMES.map((name, index) => user(name, index, nowMs - (NAMES.length - index) * 2.9 * HOUR_MS));

/** Those before them: every first name with every other surname. */
const OLDER_NAMES = NAMES.flatMap((first) =>
  NAMES.filter((last) => last !== first).map((last) => `${first.split(' ')[0]} ${last.split(' ')[1]}`),
);
const olderUsers = (nowMs: number): Insert[] =>
  OLDER_NAMES.map((name, index) => {
    const hoursAgo = (OLDER_NAMES.length - index) * 3.1 + NAMES.length * 2.9;
    return user(name, NAMES.length + index, nowMs - hoursAgo * HOUR_MS);
  });

function user(name: string, index: number, createdAtMs: number): Insert {
  const phoneNumber = `+44 20 7946 ${String(100 + index * 37).padStart(4, '0')}`;
  const keys = searchKeys({ fullName: name, phoneNumber });
  const status = statusOf(index);
  return insert('users', {
    full_name: name,
    email: emailOf(name),
    phone_number: phoneNumber,
    industry: ['Logistics', 'Health', 'Finance', 'Education'][index % 4] as string,
    role: index === 0 ? 'ADMIN' : 'USER',
    account_status: status,
    status_before_suspension: status === 'SUSPENDED' ? 'ACTIVE' : null,
    // Nobody logs in with it.
    password_hash: 'none',
    second_factors: status === 'ACTIVE' && index % 5 === 0 ? 1 : 0,
    created_at: Math.round(createdAtMs),
    updated_at: Math.round(createdAtMs),
    name_key: keys.name,
    surname_key: keys.surname,
    phone_key: keys.phone,
  });
}

/** Ada, who looks at the console, is number 1; the others follow in the order of their accounts. */
const idOf = (index: number): number => index + 2 + OLDER_NAMES.length;
/** Émile, who has a session, e-mails and events. */
export const EMILE_ID = idOf(NAMES.indexOf('Émile Borel'));
const activeIndexes = NAMES.map((_, index) => index).filter((index) => statusOf(index) === 'ACTIVE');

const sessions = (nowMs: number): Insert[] =>
  activeIndexes.slice(0, 14).map((index) => {
    const beganAt = nowMs - (index * 97 + 4) * MINUTE_MS;
    return insert('refresh_tokens', {
      user_id: idOf(index),
      value_hash: createHash('sha256').update(String(index)).digest('hex'),
      expires_at: nowMs + 6 * DAY_MS,
      id: `session-${index}`,
      slot: 0,
      created_at: beganAt,
      last_used_at: beganAt + 3 * MINUTE_MS,
      authenticated_at: beganAt,
      amr: JSON.stringify(index % 5 === 0 ? ['pwd', 'otp', 'mfa'] : ['pwd']),
      address: addressOf(index),
      user_agent: AGENTS[index % AGENTS.length] as string,
    });
  });

function events(nowMs: number): Insert[] {
  const kinds = [
    'logged_in',
    'logged_in',
    'login_failed',
    'registered',
    'verified',
    'reset_asked',
    'logged_in',
    'password_changed',
  ];
  const common = Array.from({ length: 64 }, (_, index) => {
    const who = activeIndexes[(index * 5) % activeIndexes.length] as number;
    return { event: kinds[index % kinds.length] as string, who, minutesAgo: (64 - index) * 13, actor: null };
  });
  const byActors = [
    { event: 'suspended', who: 3, minutesAgo: 400, actor: 'user:1' },
    { event: 'second_factor_reset', who: 5, minutesAgo: 200, actor: 'operator' },
    { event: 'throttled', who: 8, minutesAgo: 90, actor: null },
  ];
  return [...common, ...byActors]
    .sort((one, other) => other.minutesAgo - one.minutesAgo)
    .map(({ event, who, minutesAgo, actor }) =>
      insert('audit_events', {
        happened_at: nowMs - minutesAgo * MINUTE_MS,
        event,
        user_id: idOf(who),
        address: actor === 'operator' ? null : addressOf(who),
        user_agent: actor === 'operator' ? 'latchkey command' : (AGENTS[who % AGENTS.length] as string),
        actor,
      }),
    );
}

const ANSWER = '550 5.1.1 <…>: Recipient address rejected: User unknown';

function emails(nowMs: number): Insert[] {
  const rows = [
    ...[1, 10, 19].map((index) => ({
      index,
      kind: 'verification',
      state: 'dead',
      attempts: 9,
      minutes: 130 + index * 7,
    })),
    ...[6, 12].map((index) => ({ index, kind: 'email_change', state: 'waiting', attempts: 2, minutes: index })),
    ...[0, 2, 4, 5, 7, 8, 13].map((index) => ({
      index,
      kind: 'verification',
      state: 'sent',
      attempts: 1,
      minutes: index * 51 + 9,
    })),
  ].sort((one, other) => other.minutes - one.minutes);
  return rows.flatMap(({ index, kind, state, attempts, minutes }, at) => {
    const createdAt = nowMs - minutes * MINUTE_MS;
    const lastError = state === 'dead' ? ANSWER : '451 4.3.0 Mailbox busy, try again later';
    const email = insert('outbox', {
      id: 1000 + at,
      user_id: idOf(index),
      kind,
      message_id: `<picture-${at}@latchkey.example>`,
      state,
      attempts,
      // A time further away counts as an error of a clock, and the e-mail would be sent at once.
      due_at: nowMs + 100_000,
      last_error: state === 'sent' ? null : lastError,
      created_at: createdAt,
      updated_at: createdAt + MINUTE_MS,
    });
    const attempt = {
      email_id: 1000 + at,
      attempt: attempts,
      outcome: state === 'waiting' ? 'delayed' : state,
      answer: state === 'sent' ? '250 2.0.0 Ok: queued as 4Qz9' : lastError,
      ended_at: createdAt + MINUTE_MS,
    };
    return [email, insert('outbox_attempts', attempt)];
  });
}

/** A quarter of a year that grows, rests at weekends, and has two days of attack. */
function statistics(nowMs: number): Insert[] {
  const today = Math.floor(nowMs / DAY_MS);
  return Array.from({ length: 90 }, (_, back) => today - back).flatMap((day) => {
    const age = today - day;
    const isWeekend = [0, 6].includes(new Date(day * DAY_MS).getUTCDay());
    const wave = Math.round(60 * Math.sin(day / 2.3));
    const logins = Math.max(40, Math.round((640 - age * 3 + wave) * (isWeekend ? 0.55 : 1)));
    const counts = {
      registered: Math.round(logins / 60),
      verified: Math.round(logins / 66),
      logged_in: logins,
      login_failed: Math.round(logins / 11) + (age === 12 || age === 13 ? 420 : 0),
      throttled: age === 12 || age === 13 ? 38 : 1,
      active_users: Math.round(logins * 0.6),
      email_sent: Math.round(logins / 14),
      email_given_up: age % 9 === 0 ? 1 : 0,
    };
    return Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => insert('statistics', { day, name, events: count }));
  });
}
