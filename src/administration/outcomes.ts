import { oneOf, type Schema } from '../api/json-schema.ts';
import { Refusal } from '../core/refusal.ts';
import type { ErrorDeclaration } from '../declare/error.ts';
import { ApiError } from '../http/api-error.ts';
import { retryOnConflict } from '../store/commit.ts';
import { isOfSender } from '../store/request-sender.ts';

/** The outcome of each item of a request that changes several. */
export const outcomeSchema = (errors: readonly ErrorDeclaration[]): Schema<string> => ({
  ...oneOf(['done', ...new Set(errors.map(({ code }) => code))]),
  description: '`done`, or the error code.',
});

/**
 * Changes one after another, because a hundred concurrent transactions would take all connections. The sender's own
 * comes last: once it is gone, nothing more is allowed.
 */
export async function outcomesOf(
  items: readonly string[],
  isOwn: (item: string) => boolean,
  change: (item: string) => Promise<unknown>,
): Promise<{ readonly item: string; readonly outcome: string | undefined }[]> {
  const outcomes = new Map<string, string>();
  for (const item of items.toSorted((item, other) => Number(isOwn(item)) - Number(isOwn(other))))
    outcomes.set(item, await outcomeOf(() => change(item)));
  return items.map((item) => ({ item, outcome: outcomes.get(item) }));
}

async function outcomeOf(change: () => Promise<unknown>): Promise<string> {
  try {
    // Repeats this item only, because the ones before it are changed.
    await retryOnConflict(change, isOfSender);
    return 'done';
  } catch (error) {
    if (error instanceof ApiError || error instanceof Refusal) return error.code;
    throw error;
  }
}
