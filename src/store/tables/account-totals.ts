import { query, type Reads } from '../engine/database.ts';

export interface AccountTotals {
  readonly accounts: number;
  /** Sessions that have not ended. */
  readonly sessions: number;
  /** Accounts whose e-mail address is not confirmed. */
  readonly inactive: number;
  /** Those of them that were registered more than a day ago. */
  readonly unverified: number;
  readonly identities: readonly ProviderTotal[];
}

/** Accounts with a login of each provider. */
export interface ProviderTotal {
  readonly provider: string;
  readonly accounts: number;
}
const BY_PROVIDER = query<ProviderTotal>`SELECT provider, COUNT(*) AS accounts FROM identities GROUP BY provider
  ORDER BY provider`;

const DAY_MS = 86_400_000;
type Counts = Omit<AccountTotals, 'identities'>;
const COUNT = query<Counts>`SELECT (SELECT COUNT(*) FROM users) AS accounts,
  (SELECT COUNT(*) FROM refresh_tokens WHERE expires_at > now()) AS sessions,
  (SELECT COUNT(*) FROM users WHERE account_status = 'INACTIVE') AS inactive,
  (SELECT COUNT(*) FROM users WHERE account_status = 'INACTIVE' AND created_at < now() - ms($1)) AS unverified`;

/** A count that took longer than this is answered again for a while, and made anew in the background. */
const QUICK_MS = 15;
const STALE_AFTER_MS = 30_000;
/** Older ones are of no use: nobody has asked for a long time. */
const OLDEST_MS = 5 * 60_000;

/** Counts that get slower with more accounts: current while they are quick, else about half a minute old. */
export function createAccountTotals(db: Reads, nowMs: () => number): () => Promise<AccountTotals> {
  let latest: { readonly totals: AccountTotals; readonly atMs: number; readonly isQuick: boolean } | undefined;
  let counting: Promise<AccountTotals> | undefined;
  const count = async (): Promise<AccountTotals> => {
    const startedMs = performance.now();
    const [counts, identities] = await Promise.all([db.one(COUNT, [DAY_MS]), db.all(BY_PROVIDER)]);
    const totals = { ...(counts as Counts), identities };
    latest = { totals, atMs: nowMs(), isQuick: performance.now() - startedMs < QUICK_MS };
    return totals;
  };
  const countOnce = () => {
    counting ??= count().finally(() => {
      counting = undefined;
    });
    return counting;
  };
  return async () => {
    const ageMs = latest === undefined ? Number.POSITIVE_INFINITY : Math.abs(nowMs() - latest.atMs);
    if (latest === undefined || latest.isQuick || ageMs > OLDEST_MS) return countOnce();
    // An error is for the request after it to meet.
    if (ageMs > STALE_AFTER_MS) countOnce().catch(() => {});
    return latest.totals;
  };
}
