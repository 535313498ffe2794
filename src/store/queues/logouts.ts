import { type Statement, statement } from '../engine/database.ts';

/**
 * SQL: enqueues a back-channel logout for each login at an app that one of these rows of openid_records keeps, if the
 * app has an address for it. Account ids (`features/openid/provider/account-id.ts`) contain nothing that JSON would escape.
 */
export const enqueueLogouts = (where: string): string =>
  `INSERT INTO deliveries (kind, receiver, payload, due_at, first_tried_at)
  SELECT DISTINCT 'backchannel_logout', openid_clients.id,
    '{"account":"' || ended.user_id || '.' || ended.session_id || '"}', now(), now()
  FROM openid_clients JOIN (SELECT client_id, user_id, session_id FROM openid_records
    WHERE kind = 'Grant' AND ${where} FOR UPDATE) AS ended ON ended.client_id = openid_clients.id
  WHERE backchannel_logout_uri IS NOT NULL`;

/** SQL: enqueues the logouts and removes the rows. Every statement that removes grants uses this. */
export const endAppLogins = (where: string): readonly string[] => [
  enqueueLogouts(where),
  `DELETE FROM openid_records WHERE ${where}`,
];

const WITHOUT_SESSION = `session_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM refresh_tokens
  WHERE refresh_tokens.user_id = openid_records.user_id AND refresh_tokens.id = openid_records.session_id)`;
const OF_ONE = endAppLogins(`user_id = $1 AND ${WITHOUT_SESSION}`);
const OF_MANY = endAppLogins(`user_id > $1 AND user_id <= $2 AND ${WITHOUT_SESSION}`);

/** The statements that `commit` runs after one that ends sessions. */
export const logoutsAfter = ({ endsSessionsOf: users }: Statement): Statement[] =>
  users ? (users.length === 1 ? OF_ONE : OF_MANY).map((sql) => statement(sql, users)) : [];
