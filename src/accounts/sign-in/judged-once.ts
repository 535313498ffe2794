import type { RequiredStatement } from '../../store/engine/database.ts';

/**
 * For the first condition of a change that uses up proofs. After a conflict, a one-time proof is refused as used;
 * anything else is checked again.
 */
export const judgedOnce = ([proof]: readonly RequiredStatement[]): true | Error => proof?.required ?? true;
