import { accountWithAddress } from '../store/audit/record.ts';
import { event } from '../store/change.ts';
import { insert } from '../store/tables/identities.ts';
import type { Ticket } from './tickets.ts';

/** What belongs to the registration of an account whose owner has logged in at the provider. */
export const linkAtRegistration = (email: string, ticket: Ticket) => ({
  steps: { identity: insert(email, ticket, 'provider') },
  events: [event('identity_linked', accountWithAddress(email))],
});
