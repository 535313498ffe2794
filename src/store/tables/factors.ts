import type { Features } from '../../config/features.ts';
import { query, type Reads, type RequiredStatement, required, type Statement } from '../engine/database.ts';
import {
  type AnyKind,
  type FactorName,
  isOwnedBy,
  isUsableBy,
  KINDS,
  type ListedFactorName,
  type LoginFeature,
} from './credential-kinds.ts';
import type { User } from './user.ts';
import { USER_COLUMNS } from './users.ts';

/** A kind of credential that is a second factor. */
export type Factor = AnyKind & NonNullable<AnyKind['factor']> & { readonly name: FactorName };

/** The second factors, those with codes first. */
export const FACTORS: readonly Factor[] = KINDS.flatMap(([, kind]) =>
  kind.factor ? [{ ...kind, ...kind.factor, name: kind.factor.name as FactorName }] : [],
).toSorted((one, other) => Number(one.bit === null) - Number(other.bit === null));

/** The second factors, without those that only replace another one. */
type ListedFactor = Factor & { readonly name: ListedFactorName };
export const LISTED_FACTORS: readonly ListedFactor[] = FACTORS.filter((one): one is ListedFactor => one.bit !== 'any');

export type LoginFeatures = Pick<Features, LoginFeature>;

/** Whether people can log in with it now. A credential may date from before its feature was switched off. */
export const isSwitchedOn = ({ login }: AnyKind, features: LoginFeatures): boolean =>
  login === null || features[login.feature];

/**
 * SQL: whether an account has a factor, by its id and its `second_factors`. The LIMIT makes PostgreSQL look up the rows
 * of each account, instead of reading all of them first.
 */
export const hasFactor = (factor: Factor, id = 'users.id', codes = 'users.second_factors'): string =>
  factor.bit === null
    ? `(SELECT 1 FROM ${factor.table} WHERE ${isUsableBy(id, factor)} LIMIT 1) IS NOT NULL`
    : `${codes}${factor.bit === 'any' ? '' : ` & ${factor.bit}`} <> 0`;

/** SQL: whether an account has any second factor. */
export const HAS_FACTOR = FACTORS.map((factor) => hasFactor(factor)).join(' OR ');

const namesOf = (factors: readonly Factor[], ...account: readonly [id?: string, codes?: string]): string =>
  factors.map((one) => `CASE WHEN ${hasFactor(one, ...account)} THEN '${one.name} ' ELSE '' END`).join(' || ');

/** SQL: the names of the factors of an account. */
export const FACTOR_NAMES = namesOf(LISTED_FACTORS);
export const readFactorNames = (names: string): string[] => names.split(' ').filter(Boolean);

const FACTORS_OF = query<{ names: string }>`SELECT ${namesOf(FACTORS, '$1', '$2')} AS names`;
/** The factors of an account besides its password; with `features`, only those that can be proved now. */
export async function factorsOf(
  db: Reads,
  { id, secondFactors }: Pick<User, 'id' | 'secondFactors'>,
  features?: LoginFeatures,
): Promise<Factor[]> {
  const names = readFactorNames((await db.one(FACTORS_OF, [id, secondFactors]))?.names ?? '');
  return FACTORS.filter((factor) => names.includes(factor.name) && (!features || isSwitchedOn(factor, features)));
}

const CLEAR = `UPDATE users SET second_factors = 0, updated_at = now() WHERE id = $1 AND (${HAS_FACTOR})
  RETURNING ${USER_COLUMNS}`;
/** Returns no row if there was no factor. Must precede `removeFactors`. */
export const clearFactors = (id: number): RequiredStatement<User> => required(CLEAR, [id]);

const PENDING = FACTORS.flatMap(({ isPending, ...factor }) =>
  isPending === undefined
    ? []
    : `EXISTS (SELECT 1 FROM ${factor.table} WHERE ${isOwnedBy('$1', factor)} AND ${isPending})`,
).join(' OR ');
const REQUIRE_PENDING = `SELECT id FROM users WHERE id = $1 AND NOT (${HAS_FACTOR}) AND (${PENDING}) FOR UPDATE`;
/** Returns no row if there is a confirmed factor, or no factor was begun. */
export const requirePendingFactor = (id: number): Statement => required(REQUIRE_PENDING, [id]);
