import { orThrow, type Statement } from '../../store/engine/database.ts';
import { lockAdmins, requireAnotherAdmin } from '../../store/tables/locks.ts';
import { Refusal } from '../refusal.ts';

export interface AdminRule {
  /** Whether the last ADMIN may be suspended or demoted. Only the operator may, who can promote another. */
  readonly allowLastAdmin: boolean;
}

const LAST_ADMIN = new Refusal('last_administrator');

/** Steps that refuse a change for the last ADMIN who can log in. They must come first. */
export const keepLastAdmin = (id: number, refusal: Error = LAST_ADMIN): readonly Statement[] => [
  ...lockAdmins(id),
  orThrow(requireAnotherAdmin(id), refusal),
];
