import type { Features } from '../../config/features.ts';
import { DECLARED_FEATURES, type FeatureName } from '../../features/declarations.ts';
import { type RequiredStatement, required } from '../engine/database.ts';
import { CREDENTIALS, isUsableBy, KINDS, type LoginKind } from './credential-kinds.ts';
import { isSwitchedOn } from './factors.ts';
import { PASSWORD_HASH } from './users.ts';

/** The login methods that work now. */
interface LoginMethods {
  readonly features: Features;
  readonly providerLogins?: { readonly providers: readonly { readonly id: string }[] };
}

const LOGINS = KINDS.flatMap(([, { login, ...kind }]) => (login ? [{ ...kind, ...login, login }] : []));

const EXIST = LOGINS.map(({ feature, provider, ...kind }) => {
  const method = provider === undefined ? `'${feature}'` : `'${feature}:' || ${provider}`;
  return `EXISTS (SELECT 1 FROM ${kind.table} WHERE ${isUsableBy('$2', kind)} AND ${kind.table}.id <> $1
    AND ' ' || $3 || ' ' LIKE '% ' || ${method} || ' %')`;
}).join(' OR ');
const HAS_ANOTHER = `AND (${EXIST} OR EXISTS (SELECT 1 FROM users WHERE users.id = $2 AND ${PASSWORD_HASH} IS NOT NULL))`;

/** Login methods that always work, because every account has an address. */
export const MAILBOX_LOGINS = DECLARED_FEATURES.filter(({ mailboxLogsIn }) => mailboxLogsIn);

const methodsOf = ({ features, providerLogins }: LoginMethods): string[] =>
  LOGINS.filter((kind) => isSwitchedOn(kind, features)).flatMap(({ feature, provider }) =>
    provider === undefined ? [feature] : (providerLogins?.providers ?? []).map(({ id }) => `${feature}:${id}`),
  );

/** Must follow a lock on the user. With `methods`, returns no row if nothing else lets the user in. */
export function removeWayIn(kind: LoginKind, userId: number, id: string, methods?: LoginMethods): RequiredStatement {
  const remove = `DELETE FROM ${CREDENTIALS[kind].table} WHERE id = $1 AND user_id = $2`;
  if (!methods || MAILBOX_LOGINS.some(({ name }) => methods.features[name as FeatureName]))
    return required(`${remove} RETURNING id`, [id, userId]);
  return required(`${remove} ${HAS_ANOTHER} RETURNING id`, [id, userId, methodsOf(methods).join(' ')]);
}
