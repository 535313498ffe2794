/**
 * SQL: enqueues a back-channel logout for each login at an app that one of these rows of openid_records keeps, if the
 * app has an address for it. Account ids (`provider/account-id.ts`) contain nothing that JSON would escape.
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

/** SQL: clients whose document was fetched for a login that never followed. */
export const IS_UNUSED_DOCUMENT = `document_fetched_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM openid_grants WHERE client_id = openid_clients.id)
  AND NOT EXISTS (SELECT 1 FROM openid_records WHERE client_id = openid_clients.id)`;
