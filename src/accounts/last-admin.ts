import type { Database, Statement } from '../store/database.ts';
import { isLastAdmin, requireAnotherAdmin } from '../store/last-admin.ts';
import { Refusal } from './refusal.ts';

export interface AdminRule {
  /** Whether the last ADMIN may be suspended or demoted: only by the operator, who can promote another. */
  readonly mayBeLast: boolean;
}

/** What goes before the other statements of a batch. */
export const guardOf = (id: number, { mayBeLast }: AdminRule): Statement[] =>
  mayBeLast ? [] : requireAnotherAdmin(id);

/**
 * For a batch that was rolled back: refuses when that is why. The last ADMIN that can log in is neither deleted nor, by
 * another than the operator, suspended or demoted.
 */
export async function refuseLastAdmin(db: Database, id: number): Promise<undefined> {
  if (await isLastAdmin(db, id)) throw new Refusal('last_administrator');
  return undefined;
}
