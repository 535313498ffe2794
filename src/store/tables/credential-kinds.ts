import type { Features } from '../../config/features.ts';
import { type CredentialKind, NO_LOGIN } from '../../declare/credential.ts';
import { composed } from '../../features/declarations.ts';
import type { AuditEvent } from '../audit/event-types.ts';

const MARKED = 'is_unproven = 1';

const CORE = {
  session: {
    table: 'refresh_tokens',
    isUsable: 'refresh_tokens.expires_at > now()',
    listed: { id: 'id', name: 'user_agent', addedAt: 'created_at' },
    isUnproven: MARKED,
    isAddedSince: null,
    ...NO_LOGIN,
  },
  // Once such a change is confirmed, the account belongs to another mailbox.
  waiting_address: {
    table: 'email_changes',
    where: 'confirmed_at IS NULL',
    listed: null,
    isUnproven: MARKED,
    isAddedSince: null,
    ...NO_LOGIN,
  },
} as const satisfies Record<string, CredentialKind<keyof Features, AuditEvent>>;

/** All kinds of credentials. A new kind is a row. */
export const CREDENTIALS = composed(CORE, 'credentials');

type Kinds = typeof CREDENTIALS;
/** The kinds with a value other than null in a member. */
type KindWith<Member extends keyof CredentialKind & keyof Kinds[keyof Kinds]> = {
  [Kind in keyof Kinds]: Kinds[Kind][Member] extends null ? never : Kind;
}[keyof Kinds];
export type ListedKind = KindWith<'listed'>;
export type LoginKind = KindWith<'login'>;
export type LoginFeature = Kinds[LoginKind]['login']['feature'];
type Factor = Kinds[KindWith<'factor'>]['factor'];
export type FactorName = Factor['name'];
export type ListedFactorName = Exclude<Factor, { readonly bit: 'any' }>['name'];

export type AnyKind = CredentialKind<LoginFeature, AuditEvent>;
export const KINDS = Object.entries(CREDENTIALS) as readonly (readonly [keyof Kinds, AnyKind])[];

/** The tables of logins with other providers, and their columns of the provider. */
export const PROVIDER_LOGINS = KINDS.flatMap(([, { table, login }]) =>
  login?.provider === undefined ? [] : [{ table, provider: login.provider }],
);

/** SQL: the rows of an account, by its id. */
export const isOwnedBy = (id: string, { table, owner, where }: Pick<AnyKind, 'table' | 'owner' | 'where'>): string =>
  `${table}.${owner ?? 'user_id'} = ${id}${where === undefined ? '' : ` AND ${where}`}`;

/** SQL: the rows of an account that work now. */
export const isUsableBy = (id: string, kind: Pick<AnyKind, 'table' | 'owner' | 'where' | 'isUsable'>): string =>
  `${isOwnedBy(id, kind)}${kind.isUsable === undefined ? '' : ` AND ${kind.isUsable}`}`;
