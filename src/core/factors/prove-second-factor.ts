import type { Requester } from '../../lib/requester.ts';
import type { Store } from '../../store/commit.ts';
import { factorsOf, type LoginFeatures } from '../../store/tables/factors.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal, refuseUnlessActive } from '../refusal.ts';
import type { Proven } from '../sign-in/begin-session.ts';
import { secondFactorRequired } from './second-factors.ts';

/** Codes of second factors since startup, for the metrics, because no event records them. */
export interface CodeCounters {
  /** Codes of authenticator apps, including codes that were used before. */
  right: number;
  /** Codes refused unchecked after too many wrong ones. */
  refused: number;
  recovery: number;
}

export interface SentCode {
  readonly code: string;
  readonly requester: Requester;
  /** Whether the first proof cost a password hash. */
  readonly costsHash: boolean;
}

/** Checks the codes of second factors. */
export interface CodeProver {
  readonly counters: CodeCounters;
  readonly prove: (db: Store, user: User, sent: SentCode) => Promise<Proof>;
}

interface SecondFactorServices {
  readonly db: Store;
  readonly codes?: CodeProver;
  readonly features: LoginFeatures;
}

export type Proof = Pick<Proven, 'amr' | 'spend' | 'events'>;

const NOTHING: Proof = { amr: [], spend: [] };

interface ProofBefore {
  /** Without a password hash, wrong codes arrive as fast as requests, so only some are recorded one by one. */
  readonly costsHash?: boolean;
  /** The account can send only a code. */
  readonly onlyCodes?: boolean;
}

/**
 * Checks the second factor, if any, of a user who sent the right password. The result belongs in `Proven`: the
 * session's batch uses the code up. Refuses a missing or wrong code, and any code beyond the account's budget.
 */
export async function proveSecondFactor(
  services: SecondFactorServices,
  user: User,
  code: string,
  requester: Requester,
  { costsHash = true, onlyCodes = false }: ProofBefore = {},
): Promise<Proof> {
  if (user.secondFactors === 0) return NOTHING;
  refuseUnlessActive(user);
  if (code === '') {
    const factors = await factorsOf(services.db, user, services.features);
    throw secondFactorRequired(factors.filter(({ bit }) => bit !== null || !onlyCodes));
  }
  if (!services.codes) throw new Refusal('invalid_code');
  return services.codes.prove(services.db, user, { code, requester, costsHash });
}

/** A first proof, and the second factor if the account has one. */
export async function withSecondFactor(services: SecondFactorServices, first: Proven, code: string): Promise<Proven> {
  const { user, requester, amr, spend, events = [] } = first;
  const second = await proveSecondFactor(services, user, code, requester, { costsHash: amr.includes('pwd') });
  return {
    ...first,
    amr: [...new Set([...amr, ...second.amr])],
    spend: [...spend, ...second.spend],
    events: [...events, ...(second.events ?? [])],
  };
}
