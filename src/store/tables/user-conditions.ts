import type { Value } from '../engine/database.ts';
import { folded, phoneKey } from './search-keys.ts';
import { EMAIL } from './user-sorts.ts';

/** Statements that find accounts by an index: one more than are in a small set, if there are as many. */
interface Small {
  /** To count them: where the index has the id too, the table is not read. */
  readonly ids: string;
  /** Whole. No join by id: PostgreSQL would read the table from end to end for it when it expects many. */
  readonly rows: string;
}

interface Filter {
  readonly sql: string;
  /** Where few have the value as a rule. */
  readonly small?: Small;
}

/**
 * Sets up to this size are read whole and sorted. Larger ones are met often enough on a walk in the order of the list:
 * with a million accounts, at least once in five hundred rows.
 */
export const SMALL_SET = 2000;

/** Ordered by the columns of an index, so that no database thinks of reading the table. */
const foundBy = (orderBy: string, where: string): Small => {
  const found = `FROM users WHERE ${where} ORDER BY ${orderBy} LIMIT ${SMALL_SET + 1}`;
  return { ids: `SELECT id ${found}`, rows: `SELECT * ${found}` };
};

const WITH_PASSKEY = `SELECT DISTINCT user_id AS id FROM passkeys ORDER BY user_id LIMIT ${SMALL_SET + 1}`;
/** With a LIMIT, so that PostgreSQL looks at each account's passkeys, not at all of them beforehand. */
export const HAS_PASSKEY = '(SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id LIMIT 1) IS NOT NULL';

export const NO_PROVIDER = 'none';
const isLinked = (which: string): string =>
  `(SELECT 1 FROM identities WHERE identities.user_id = users.id${which} LIMIT 1) IS NOT NULL`;

function linkedWith(provider: string): Condition {
  if (provider === NO_PROVIDER) return { sql: () => `NOT ${isLinked('')}`, params: [] };
  const found = (at = '') =>
    `SELECT user_id AS id FROM identities WHERE provider = ${at} ORDER BY user_id LIMIT ${SMALL_SET + 1}`;
  return {
    params: [provider],
    sql: ([at]) => isLinked(` AND provider = ${at}`),
    small: ([at]) => ({ ids: found(at), rows: `SELECT * FROM users WHERE id IN (${found(at)})` }),
  };
}

/** The values of each filter as fixed fragments of SQL. */
export const FILTERS = {
  status: {
    ACTIVE: { sql: `users.account_status = 'ACTIVE'` },
    INACTIVE: { sql: `users.account_status = 'INACTIVE'`, small: foundBy('created_at', `account_status = 'INACTIVE'`) },
    SUSPENDED: { sql: `users.account_status = 'SUSPENDED'`, small: foundBy('id', `account_status = 'SUSPENDED'`) },
  },
  role: {
    USER: { sql: `users.role = 'USER'` },
    ADMIN: { sql: `users.role = 'ADMIN'`, small: foundBy('id', `role = 'ADMIN'`) },
  },
  factor: {
    none: { sql: `(users.second_factors = 0 AND NOT ${HAS_PASSKEY})` },
    totp: { sql: 'users.second_factors <> 0', small: foundBy('id', 'second_factors <> 0') },
    passkey: {
      sql: HAS_PASSKEY,
      small: { ids: WITH_PASSKEY, rows: `SELECT * FROM users WHERE id IN (${WITH_PASSKEY})` },
    },
  },
} as const satisfies Record<string, Record<string, Filter>>;
export type FilterName = keyof typeof FILTERS;

export interface UserFilters {
  /** The id of a provider that is linked, or NO_PROVIDER. */
  readonly provider?: string | undefined;
  /** What an e-mail address, a name, another word of a name or a phone number begins with, or an id. */
  readonly query?: string | undefined;
  /** `query` as the canonical e-mail address that it is, if it is one. */
  readonly email?: string | undefined;
  readonly filters: Partial<Readonly<Record<FilterName, string>>>;
}

/** A condition with its parameters, as yet without their numbers. */
export interface Condition {
  sql(numbers: readonly string[]): string;
  small?(numbers: readonly string[]): Small;
  readonly params: readonly Value[];
}

export function conditionsOf({ query, email, provider, filters }: UserFilters): Condition[] {
  const chosen = (Object.keys(FILTERS) as FilterName[]).flatMap((name) => {
    const value = filters[name];
    const filter = value === undefined ? undefined : (FILTERS[name] as Readonly<Record<string, Filter>>)[value];
    return filter ? [filter] : [];
  });
  const fixed = chosen.map(({ sql, small }) => ({ sql: () => sql, ...(small && { small: () => small }), params: [] }));
  // The rarest first, as a rule.
  return [
    ...(query === undefined ? [] : [matching(query, email)]),
    ...(provider ? [linkedWith(provider)] : []),
    ...fixed,
  ];
}

/**
 * Accounts with a word other than the first two that begins like this, one row more than a small set has. An account
 * with two such words is there twice: a set may be taken for larger than it is, never for smaller.
 */
const withPart = (range: string): string =>
  `SELECT user_id AS id FROM user_name_parts WHERE ${range} ORDER BY key LIMIT ${SMALL_SET + 1}`;
/** Whether one account is among them. With a LIMIT, as in HAS_PASSKEY; names of two words need no look. */
const hasPart = (range: string): string =>
  `(users.surname_key LIKE '% %' AND (SELECT 1 FROM user_name_parts WHERE user_id = users.id AND ${range} LIMIT 1) ` +
  'IS NOT NULL)';

/** Behind every text that begins with the prefix, in the order of bytes. */
const LAST_CHARACTER = '\u{10ffff}';

function matching(query: string, email: string | undefined): Condition {
  const key = folded(query);
  const prefixes: [column: string, prefix: string, indexed: string][] = [
    [EMAIL, email ?? query.toLowerCase(), ''],
    ['name_key', key, ''],
    ['surname_key', key, `surname_key <> '' AND `],
  ];
  const phone = phoneKey(query);
  if (phone.length > 1 && !/\p{L}/u.test(query)) prefixes.push(['phone_key', phone, `phone_key <> '' AND `]);
  const isId = /^[1-9]\d{0,14}$/.test(query);
  const rangeOf = (column: string, at: number, numbers: readonly string[]) =>
    `${column} >= ${numbers[2 * at]} AND ${column} < ${numbers[2 * at + 1]}`;
  const idOf = (numbers: readonly string[]) => (isId ? [`id = ${numbers.at(-1)}`] : []);
  // By the parameters of the name, which is the second of the prefixes.
  const partRange = (numbers: readonly string[]) => rangeOf('key', 1, numbers);
  return {
    params: [...prefixes.flatMap(([, prefix]) => [prefix, prefix + LAST_CHARACTER]), ...(isId ? [Number(query)] : [])],
    sql: (numbers) => {
      const ranges = prefixes.map(([column], at) => `(${rangeOf(`users.${column}`, at, numbers)})`);
      const ids = idOf(numbers).map((one) => `users.${one}`);
      return `(${[...ranges, ...ids, hasPart(partRange(numbers))].join(' OR ')})`;
    },
    small: (numbers) => {
      const ranges = prefixes.map(([column, , indexed], at) => ({
        column,
        where: `${indexed}${rangeOf(column, at, numbers)}`,
      }));
      const arms = [...ranges, ...idOf(numbers).map((where) => ({ column: 'id', where }))];
      // An account that one range has found is left out by the following ones, so that none is there twice. Behind the
      // limit: all accounts of a range can be in the one before.
      const disjoint = arms.map(({ column, where }, at) => {
        const others = arms.slice(0, at).map((earlier) => `NOT (${earlier.where})`);
        const found = `SELECT * FROM (${foundBy(column, where).rows}) AS rows_${at}`;
        return others.length > 0 ? `${found} WHERE ${others.join(' AND ')}` : found;
      });
      const ids = arms.map(({ column, where }, at) => `SELECT id FROM (${foundBy(column, where).ids}) AS ids_${at}`);
      const byPart = withPart(partRange(numbers));
      const isNew = arms.map(({ where }) => `NOT (${where})`).join(' AND ');
      return {
        ids: `${ids.join(' UNION ')} UNION ALL SELECT id FROM (${byPart}) AS ids_of_parts`,
        rows: [...disjoint, `SELECT * FROM users WHERE id IN (${byPart}) AND ${isNew}`].join(' UNION ALL '),
      };
    },
  };
}

export const numbered = (params: readonly Value[], from: number): string[] => params.map((_, at) => `$${from + at}`);
