import type { Actor } from '../store/audit.ts';

/** The actor of audit events caused by commands. */
export const OPERATOR: Actor = {
  name: 'operator',
  requester: { address: null, userAgent: 'latchkey command' },
};
