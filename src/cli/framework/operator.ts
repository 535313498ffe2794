import type { Actor } from '../../store/audit/record.ts';

/** The actor of audit events caused by commands. */
export const OPERATOR: Actor & { readonly name: string } = {
  name: 'operator',
  requester: { address: null, userAgent: 'latchkey command' },
};
