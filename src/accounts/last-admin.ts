import type { Database, Statement } from '../store/database.ts';
import { isLastAdmin, requireAnotherAdmin, requireNoAdmin } from '../store/last-admin.ts';

/** The last ADMIN that can log in is neither deleted nor, by another than the operator, suspended or demoted. */
export class LastAdmin extends Error {}

export interface AdminRule {
  /** Whether the last ADMIN may be suspended or demoted: by the operator at the command line, who can promote another. */
  readonly mayBeLast: boolean;
  /** Whether no ADMIN may be changed: by an API key. */
  readonly sparesAdmins?: boolean;
}

/** What goes before the other statements of a batch. */
export const guardOf = (id: number, { mayBeLast, sparesAdmins = false }: AdminRule): Statement[] => [
  ...(sparesAdmins ? [requireNoAdmin(id)] : []),
  ...(mayBeLast ? [] : requireAnotherAdmin(id)),
];

/** For a batch that was rolled back: throws LastAdmin when that is why. */
export async function throwIfLastAdmin(db: Database, id: number): Promise<undefined> {
  if (await isLastAdmin(db, id)) throw new LastAdmin('somebody must be able to administrate');
  return undefined;
}
