/** SQL: the account of an actor `user:<id>`, so that it is found by its key; null for all others. */
export const actorId = (actor: string): string =>
  `CASE WHEN ${actor} LIKE 'user:%' THEN CAST(substr(${actor}, 6) AS BIGINT) END`;
