import type { Value } from '../engine/database.ts';
import { PROVIDER_LOGINS } from './credential-kinds.ts';
import { type Factor, HAS_FACTOR, hasFactor, LISTED_FACTORS } from './factors.ts';
import { folded, phoneKey } from './search-keys.ts';
import { EMAIL } from './user-sorts.ts';

/** Statements that find accounts by an index and return at most one more than SMALL_SET. */
interface Small {
  /** Selects ids for counting: reads only the index if it contains the id. */
  readonly ids: string;
  /** Selects whole rows, because PostgreSQL would scan the table for a join by id if it expects many rows. */
  readonly rows: string;
}

interface Filter {
  readonly sql: string;
  /** Statements for values that few accounts have. */
  readonly small?: Small;
}

/**
 * Sets up to this size are read whole and sorted. Larger sets are found fast enough by walking the list: with a million
 * accounts, at least one row in five hundred matches.
 */
export const SMALL_SET = 2000;

/** Ordered by the columns of an index, so that no database scans the table. */
const foundBy = (orderBy: string, where: string): Small => {
  const found = `FROM users WHERE ${where} ORDER BY ${orderBy} LIMIT ${SMALL_SET + 1}`;
  return { ids: `SELECT id ${found}`, rows: `SELECT * ${found}` };
};

function withFactor(factor: Factor): Filter {
  const sql = hasFactor(factor);
  if (factor.bit !== null) return { sql, small: foundBy('id', `second_factors <> 0 AND ${sql}`) };
  const ids = `SELECT DISTINCT user_id AS id FROM ${factor.table} ORDER BY user_id LIMIT ${SMALL_SET + 1}`;
  return { sql, small: { ids, rows: `SELECT * FROM users WHERE id IN (${ids})` } };
}

const NO_PROVIDER = 'none';
const isLinked = (at?: string): string =>
  PROVIDER_LOGINS.map(({ table, provider }) => {
    const which = at === undefined ? '' : ` AND ${provider} = ${at}`;
    return `(SELECT 1 FROM ${table} WHERE ${table}.user_id = users.id${which} LIMIT 1) IS NOT NULL`;
  }).join(' OR ') || '1 = 0';

function linkedWith(provider: string): Condition {
  if (provider === NO_PROVIDER) return { sql: () => `NOT (${isLinked()})`, params: [] };
  const found = (at = '') =>
    PROVIDER_LOGINS.map(
      ({ table, provider: column }) =>
        `SELECT user_id AS id FROM ${table} WHERE ${column} = ${at} ORDER BY user_id LIMIT ${SMALL_SET + 1}`,
    ).join(' UNION ') || 'SELECT id FROM users WHERE 1 = 0';
  return {
    params: [provider],
    sql: ([at]) => `(${isLinked(at)})`,
    small: ([at]) => ({ ids: found(at), rows: `SELECT * FROM users WHERE id IN (${found(at)})` }),
  };
}

/** The values of each filter as fixed SQL fragments. */
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
    none: { sql: `NOT (${HAS_FACTOR})` },
    ...Object.fromEntries(LISTED_FACTORS.map((factor) => [factor.name, withFactor(factor)])),
  },
} as const satisfies Record<string, Record<string, Filter>>;
export type FilterName = keyof typeof FILTERS;

export interface UserFilters {
  /** The id of a linked provider, or NO_PROVIDER. */
  readonly provider?: string | undefined;
  /** A prefix of an e-mail address, a name, another word of a name or a phone number, or an id. */
  readonly query?: string | undefined;
  /** Set if PROFILE_FIELDS disables phone numbers: `query` then ignores stored ones. */
  readonly ignoresPhoneNumbers?: boolean;
  /** `query` as a canonical e-mail address, if it is one. */
  readonly email?: string | undefined;
  readonly filters: Partial<Readonly<Record<FilterName, string>>>;
}

/** A condition with its parameters, which are not numbered yet. */
export interface Condition {
  sql(numbers: readonly string[]): string;
  small?(numbers: readonly string[]): Small;
  readonly params: readonly Value[];
}

export function conditionsOf({ provider, filters, ...search }: UserFilters): Condition[] {
  const chosen = (Object.keys(FILTERS) as FilterName[]).flatMap((name) => {
    const value = filters[name];
    const filter = value === undefined ? undefined : (FILTERS[name] as Readonly<Record<string, Filter>>)[value];
    return filter ? [filter] : [];
  });
  const fixed = chosen.map(({ sql, small }) => ({ sql: () => sql, ...(small && { small: () => small }), params: [] }));
  // Usually the rarest first.
  return [
    ...(search.query === undefined ? [] : [matching(search.query, search)]),
    ...(provider ? [linkedWith(provider)] : []),
    ...fixed,
  ];
}

/**
 * Accounts with such a word beyond the first two, at most one more than a small set. An account with two such words
 * appears twice, so a set may seem larger than it is, but never smaller.
 */
const withPart = (range: string): string =>
  `SELECT user_id AS id FROM user_name_parts WHERE ${range} ORDER BY key LIMIT ${SMALL_SET + 1}`;
/** Whether one account has such a word. LIMIT as in `hasFactor`; names of two words are skipped. */
const hasPart = (range: string): string =>
  `(users.surname_key LIKE '% %' AND (SELECT 1 FROM user_name_parts WHERE user_id = users.id AND ${range} LIMIT 1) ` +
  'IS NOT NULL)';

/** Sorts after every text with the prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}';

function matching(query: string, { email, ignoresPhoneNumbers = false }: Omit<UserFilters, 'filters'>): Condition {
  const key = folded(query);
  const prefixes: [column: string, prefix: string, indexed: string][] = [
    [EMAIL, email ?? query.toLowerCase(), ''],
    ['name_key', key, ''],
    ['surname_key', key, `surname_key <> '' AND `],
  ];
  const phone = phoneKey(query);
  if (!ignoresPhoneNumbers && phone.length > 1 && !/\p{L}/u.test(query))
    prefixes.push(['phone_key', phone, `phone_key <> '' AND `]);
  const isId = /^[1-9]\d{0,14}$/.test(query);
  const rangeOf = (column: string, at: number, numbers: readonly string[]) =>
    `${column} >= ${numbers[2 * at]} AND ${column} < ${numbers[2 * at + 1]}`;
  const idOf = (numbers: readonly string[]) => (isId ? [`id = ${numbers.at(-1)}`] : []);
  // The parameters of the name, which is the second prefix.
  const partRange = (numbers: readonly string[]) => rangeOf('key', 1, numbers);
  return {
    params: [...prefixes.flatMap(([, prefix]) => [prefix, prefix + LAST_CHARACTER]), ...(isId ? [Number(query)] : [])],
    sql: (numbers) => {
      const ranges = prefixes.map(([column], at) => `(${rangeOf(`users.${column}`, at, numbers)})`);
      const ids = idOf(numbers).map((id) => `users.${id}`);
      return `(${[...ranges, ...ids, hasPart(partRange(numbers))].join(' OR ')})`;
    },
    small: (numbers) => {
      const ranges = prefixes.map(([column, , indexed], at) => ({
        column,
        where: `${indexed}${rangeOf(column, at, numbers)}`,
      }));
      const arms = [...ranges, ...idOf(numbers).map((where) => ({ column: 'id', where }))];
      // Each range excludes the accounts of earlier ones, so that none appears twice. The exclusion comes after the
      // limit, because all accounts of a range can be in an earlier one.
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
