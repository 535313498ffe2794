import type { Requester } from '../../lib/requester.ts';
import { accountWithAddress } from '../../store/audit/record.ts';
import { type EventToRecord, event, type Steps } from '../../store/change.ts';
import type { Reads } from '../../store/engine/database.ts';
import * as acceptances from '../../store/tables/terms-acceptances.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal } from '../refusal.ts';
import type { RegistrationPolicy } from './registration-policy.ts';

/** TERMS_VERSION; undefined: there are no terms to accept. */
export type Terms = Pick<RegistrationPolicy, 'termsVersion'>;

/** The acceptance in a request. */
export interface Acceptance {
  readonly acceptsTerms: boolean;
  readonly requester: Requester;
}

interface Accepted {
  readonly steps: Steps;
  readonly events: readonly EventToRecord[];
}

export const NOTHING_ACCEPTED: Accepted = { steps: {}, events: [] };

/** The steps and events that record the acceptance of the terms. Refuses an owner who does not accept them. */
export function acceptTerms({ termsVersion }: Terms, email: string, { acceptsTerms, requester }: Acceptance): Accepted {
  if (termsVersion === undefined) return NOTHING_ACCEPTED;
  if (!acceptsTerms) throw new Refusal('terms_not_accepted', { field: 'accept_terms' });
  return {
    steps: { terms: acceptances.accept(email, termsVersion, requester.address) },
    events: [event('terms_accepted', accountWithAddress(email))],
  };
}

/** Like `acceptTerms`, but adds nothing if the owner has accepted this version before. */
export async function acceptTermsOnce(db: Reads, terms: Terms, user: User, acceptance: Acceptance): Promise<Accepted> {
  const { termsVersion } = terms;
  const isAccepted = termsVersion === undefined || (await acceptances.hasAccepted(db, user.id, termsVersion));
  return isAccepted ? NOTHING_ACCEPTED : acceptTerms(terms, user.email, acceptance);
}
