import { flagOf, fold, foldedName, isEmpty, type Members, timeOf } from './members.ts';

/** Whether the old system lets the user log in. `unknown`: a value that is not understood. */
export type Standing = 'open' | 'suspended' | 'deleted' | { readonly unknown: string };

const SUSPENDED_WORDS = [
  ...['suspended', 'banned', 'blocked', 'disabled', 'locked', 'lockedout', 'deactivated', 'inactive', 'archived'],
  ...['revoked', 'terminated', 'closed', 'frozen', 'expired', 'forbidden', 'blacklisted', 'spam', 'spammer'],
];
const DELETED_WORDS = ['deleted', 'removed', 'erased', 'trashed', 'softdeleted'];
const ACTIVE_WORDS = ['active', 'enabled', 'approved', 'nonlocked', 'nonexpired'];

/** One-word statuses, as in Okta, Cognito, GitLab and most tables. */
const STATUSES: ReadonlyMap<string, Exclude<Standing, object>> = new Map([
  ...['active', 'enabled', 'confirmed', 'verified', 'approved', 'unconfirmed', 'unverified'].map(
    (word) => [word, 'open'] as const,
  ),
  ...[...SUSPENDED_WORDS, 'deprovisioned', 'compromised', 'ldapblocked', 'blockedpendingapproval'].map(
    (word) => [word, 'suspended'] as const,
  ),
  ...DELETED_WORDS.map((word) => [word, 'deleted'] as const),
]);

type Rule = (text: string, nowMs: number) => Standing;

const NEVER = ['', 'none', 'never', 'null', 'n/a', '-'];
const unclear = (text: string): Standing => ({ unknown: JSON.stringify(text.slice(0, MAX_QUOTED)) });
const MAX_QUOTED = 40;

/** `locked: true`, `banned_at: 2020-…`. A time in the future suspends too, so that it is not forgotten. */
const standingIf =
  (standing: 'suspended' | 'deleted'): Rule =>
  (text, nowMs) => {
    if (NEVER.includes(text.toLowerCase())) return 'open';
    const flag = flagOf(text);
    if (flag === undefined) return unclear(text);
    if (!flag) return 'open';
    return (timeOf(text) ?? 0) > nowMs ? 'suspended' : standing;
  };

/** `is_active: false`, `enabled: 0`. */
const suspendedUnless: Rule = (text) => {
  if (text === '') return 'open';
  const flag = flagOf(text);
  return flag === undefined ? unclear(text) : flag ? 'open' : 'suspended';
};

/** `banned_until: 2999-…`; an unreadable time, such as `infinity`, suspends. */
const suspendedUntil: Rule = (text, nowMs) => {
  if (NEVER.includes(text.toLowerCase()) || flagOf(text) === false || text === '-infinity') return 'open';
  return (timeOf(text) ?? 0) <= nowMs ? 'open' : 'suspended';
};

/** `account_expires`. */
const suspendedAfter: Rule = (text, nowMs) =>
  (timeOf(text) ?? Number.POSITIVE_INFINITY) <= nowMs ? 'suspended' : 'open';

const byStatus: Rule = (text) => (text === '' ? 'open' : (STATUSES.get(foldedStatus(text)) ?? unclear(text)));
/** May also be the state of a postal address: `CA`. */
const byState: Rule = (text) => byStatus(text, 0);

/** Zitadel has `USER_STATE_INACTIVE`. */
const foldedStatus = (text: string): string => fold(text.slice(0, MAX_QUOTED)).replace(/^userstat(e|us)(?=.)/, '');

const PREFIXES = ['', 'is', 'account', 'accountis', 'user', 'useris'];
const SINCE = ['', 'at', 'on', 'since', 'date', 'time'];
const UNTIL = ['until', 'till'];

/** Rules by the folded name of the member. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>(
  PREFIXES.flatMap((prefix): [string, Rule][] => [
    ...SUSPENDED_WORDS.flatMap((word) => [
      ...SINCE.map((end): [string, Rule] => [prefix + word + end, standingIf('suspended')]),
      ...UNTIL.map((end): [string, Rule] => [prefix + word + end, suspendedUntil]),
    ]),
    ...DELETED_WORDS.flatMap((word) =>
      SINCE.map((end): [string, Rule] => [prefix + word + end, standingIf('deleted')]),
    ),
    ...ACTIVE_WORDS.map((word): [string, Rule] => [prefix + word, suspendedUnless]),
    ...['status', 'lifecyclestate'].map((word): [string, Rule] => [prefix + word, byStatus]),
    ...['expires', 'expiresat', 'expireson'].map((word): [string, Rule] => [`account${word}`, suspendedAfter]),
    ...['lockuntil', 'banuntil', 'lockoutend', 'lockoutenddateutc'].map((word): [string, Rule] => [
      word,
      suspendedUntil,
    ]),
    ['state', byState],
    ['accountstate', byStatus],
    ['userstate', byStatus],
  ]),
);

interface Reading {
  /** Members with another meaning in this system. */
  readonly except?: readonly string[];
}

/**
 * Whether the user of a record may log in, whatever system it comes from: the worst of all its members counts.
 * `INACTIVE` in our own column means an unconfirmed address, unless the record says that it is confirmed.
 */
export function standingOf(record: Members, { except = [] }: Reading = {}): Standing {
  const nowMs = Date.now();
  const found = record.names().flatMap((name): Standing[] => {
    const rule = RULES.get(name);
    if (!rule || except.some((one) => foldedName(one) === name)) return [];
    if (name === 'accountstatus' && isOwnInactive(record)) return [];
    const standing = readBy(rule, record, name, nowMs);
    return [
      typeof standing === 'string'
        ? standing
        : { unknown: `the ${record.spelled(name)} ${standing.unknown} is not known` },
    ];
  });
  return (
    found.find((one) => one === 'deleted') ??
    found.find((one) => typeof one === 'object') ??
    found.find((one) => one === 'suspended') ??
    'open'
  );
}

const isOwnInactive = (record: Members): boolean =>
  record.text('account_status').toUpperCase() === 'INACTIVE' && record.flag('email_verified', 'verified') !== true;

function readBy(rule: Rule, record: Members, name: string, nowMs: number): Standing {
  // Left unread, so that it is reported as unread.
  if (rule === byState && !STATUSES.has(foldedStatus(record.peek(name)))) return 'open';
  const value = record.value(name);
  return typeof value === 'object' && !isEmpty(value) ? unclear(JSON.stringify(value)) : rule(record.text(name), nowMs);
}
