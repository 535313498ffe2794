import { flagOf, fold, foldedName, isEmpty, type Members, timeOf } from './members.ts';

/** Whether the old system lets the user log in. `unknown`: a value that is not understood. */
export type Standing = 'open' | 'suspended' | 'deleted' | { readonly unknown: string };

const SUSPENDED =
  'suspended|banned|blocked|disabled|locked|lockedout|deactivated|deprovisioned|inactive|archived|revoked|terminated|' +
  'closed|frozen|expired|forbidden|blacklisted|spam|spammer';
const DELETED = 'deleted|removed|erased|trashed|softdeleted';
const ACTIVE = 'active|enabled|approved';

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

/** Any other word is unknown: `pending` may wait for an approval or a confirmation. */
const STATUSES: readonly (readonly [words: RegExp, standing: Standing])[] = [
  [new RegExp(`^(${ACTIVE}|(un)?(confirmed|verified))?$`), 'open'],
  [new RegExp(`^(${SUSPENDED})$`), 'suspended'],
  [new RegExp(`^(${DELETED})$`), 'deleted'],
];
const byStatus: Rule = (text) => {
  const word = fold(text.slice(0, MAX_QUOTED));
  return STATUSES.find(([words]) => words.test(word))?.[1] ?? unclear(text);
};

const named = (names: string): RegExp => new RegExp(`^(account|user)?(is)?(${names})$`);
const SINCE = '(at|on|since|date|time)?';

/** Rules by the folded name of the member. */
const RULES: readonly (readonly [names: RegExp, rule: Rule])[] = [
  [named(`(${SUSPENDED})${SINCE}`), standingIf('suspended')],
  [named(`(${SUSPENDED})(until|till)`), suspendedUntil],
  [/^(lockuntil|banuntil|lockoutend(dateutc)?)$/, suspendedUntil],
  [named(`(${DELETED})${SINCE}`), standingIf('deleted')],
  [named(`${ACTIVE}|nonlocked|nonexpired`), suspendedUnless],
  [/^accountexpires(at|on)?$/, suspendedAfter],
  [named('status|lifecyclestate|state'), byStatus],
];

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
    const [, rule] = RULES.find(([names]) => names.test(name)) ?? [];
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
    found.find((standing) => standing === 'deleted') ??
    found.find((standing) => typeof standing === 'object') ??
    found.find((standing) => standing === 'suspended') ??
    'open'
  );
}

const isOwnInactive = (record: Members): boolean =>
  record.text('account_status').toUpperCase() === 'INACTIVE' && record.flag('email_verified', 'verified') !== true;

function readBy(rule: Rule, record: Members, name: string, nowMs: number): Standing {
  const value = record.value(name);
  return typeof value === 'object' && !isEmpty(value) ? unclear(JSON.stringify(value)) : rule(record.text(name), nowMs);
}
