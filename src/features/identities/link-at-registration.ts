import { accountWithAddress } from '../../store/audit/record.ts';
import { event } from '../../store/change.ts';
import type { Ticket } from './services.ts';
import { insert } from './table.ts';

/** The steps and events that link the provider's login in the registration of an account. */
export const linkAtRegistration = (email: string, ticket: Ticket) => ({
  steps: { identity: insert(email, ticket, 'provider') },
  events: [event('identity_linked', accountWithAddress(email))],
});
