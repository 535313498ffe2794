import { query, type Reads } from '../engine/database.ts';
import { PROVIDER_LOGINS } from './credential-kinds.ts';

export interface AccountTotals {
  readonly accounts: number;
  /** Active sessions. */
  readonly sessions: number;
  /** Accounts with an unconfirmed e-mail address. */
  readonly inactive: number;
  /** Unconfirmed accounts that were registered more than a day ago. */
  readonly unverified: number;
  readonly ofProviders: readonly ProviderTotal[];
}

/** The number of accounts with a login of one provider. */
interface ProviderTotal {
  readonly provider: string;
  readonly accounts: number;
}
const BY_PROVIDER = PROVIDER_LOGINS.map(
  ({ table, provider }) =>
    query<ProviderTotal>`SELECT ${provider} AS provider, COUNT(*) AS accounts FROM ${table} GROUP BY ${provider}
  ORDER BY ${provider}`,
);

const DAY_MS = 86_400_000;
type Counts = Omit<AccountTotals, 'ofProviders'>;
const COUNT = query<Counts>`SELECT (SELECT COUNT(*) FROM users) AS accounts,
  (SELECT COUNT(*) FROM refresh_tokens WHERE expires_at > now()) AS sessions,
  (SELECT COUNT(*) FROM users WHERE account_status = 'INACTIVE') AS inactive,
  (SELECT COUNT(*) FROM users WHERE account_status = 'INACTIVE' AND created_at < now() - ms($1)) AS unverified`;

/** A slower count is cached for a while, and repeated in the background. */
const QUICK_MS = 15;
const STALE_AFTER_MS = 30_000;
/** An older count is discarded: nobody has requested it for a long time. */
const OLDEST_MS = 5 * 60_000;

/** Counts that slow down with more accounts: current while counting is fast, else up to half a minute old. */
export function createAccountTotals(db: Reads, nowMs: () => number): () => Promise<AccountTotals> {
  let latest: { readonly totals: AccountTotals; readonly atMs: number; readonly isQuick: boolean } | undefined;
  let counting: Promise<AccountTotals> | undefined;
  const count = async (): Promise<AccountTotals> => {
    const startedMs = performance.now();
    const [counts, ...ofProviders] = await Promise.all([
      db.one(COUNT, [DAY_MS]),
      ...BY_PROVIDER.map((sql) => db.all(sql)),
    ]);
    const totals = { ...(counts as Counts), ofProviders: ofProviders.flat() };
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
    // A failure here is ignored; the next count reports it.
    if (ageMs > STALE_AFTER_MS) countOnce().catch(() => {});
    return latest.totals;
  };
}
