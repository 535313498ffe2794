import type { Statement } from '../store/database.ts';

/**
 * Statements that remove what was added to an account since a moment at which somebody else may have taken it over: the one place for everything
 * that lets somebody in without the password or the mailbox. Whatever adds such a thing (second factors, recovery codes, passkeys, identities of
 * other providers, a scheduled deletion) adds its statement here. Sessions, links and the password are dealt with by the caller.
 */
export const undoSince = (_userId: number, _sinceMs: number): Statement[] => [];
