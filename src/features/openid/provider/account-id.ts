/**
 * The library identifies an account by one string and stores it with everything that belongs to a login. Ours includes
 * the session of the hosted pages, so that everything ends with that session. Apps never see it: `subject.ts` derives
 * what they see.
 */
interface AccountId {
  readonly userId: number;
  readonly sessionId: string;
}

export const accountIdOf = ({ userId, sessionId }: AccountId): string => `${userId}.${sessionId}`;

export function parseAccountId(text: string | undefined): AccountId | undefined {
  const [, userId, sessionId] = /^([1-9]\d{0,15})\.([\w-]+)$/.exec(text ?? '') ?? [];
  return userId === undefined || sessionId === undefined ? undefined : { userId: Number(userId), sessionId };
}
