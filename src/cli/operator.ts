import type { Actor } from '../store/audit.ts';

/** Whoever runs the command; the audit trail names them so. */
export const OPERATOR: Actor = {
  name: 'operator',
  requester: { address: null, userAgent: 'latchkey command' },
};
