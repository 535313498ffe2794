/**
 * The library knows an account by one text, and writes it into everything that belongs to a login. Ours names the session of the hosted pages too, so
 * that everything ends with that session. It never leaves the service: what apps see is made of it by `subject.ts`.
 */
export interface AccountId {
  readonly userId: number;
  readonly sessionId: string;
}

export const accountIdOf = ({ userId, sessionId }: AccountId): string => `${userId}.${sessionId}`;

export function parseAccountId(text: string | undefined): AccountId | undefined {
  const [, userId, sessionId] = /^([1-9]\d{0,15})\.([\w-]+)$/.exec(text ?? '') ?? [];
  return userId === undefined || sessionId === undefined ? undefined : { userId: Number(userId), sessionId };
}
