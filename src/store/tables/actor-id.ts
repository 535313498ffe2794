/** SQL: the account id of an actor `user:<id>`, which the primary key can find; null for other actors. */
export const actorId = (actor: string): string =>
  `CASE WHEN ${actor} LIKE 'user:%' THEN CAST(substr(${actor}, 6) AS BIGINT) END`;
