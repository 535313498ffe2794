import type { ApiKeyCounters } from '../features/api-keys/api-keys.ts';
import type { Reads } from '../store/engine/database.ts';
import { countStates } from '../features/api-keys/table.ts';
import { countActive } from '../store/tables/promote-to-admin.ts';
import { statisticsLagMs } from '../store/tables/statistics.ts';
import type { EventCounts } from './event-counts.ts';
import { byOutcome, counter, type Family, labels, sharedGauge } from './prometheus-text.ts';

const DAY_MS = 86_400_000;
const EXPIRING_MS = 7 * DAY_MS;

export interface AdminCounters {
  readonly apiKeys: Readonly<ApiKeyCounters>;
  readonly events: EventCounts;
}

export const adminCounters = ({ apiKeys, events }: AdminCounters): Family[] => [
  counter('latchkey_api_key_requests_total', 'Requests with an API key, by outcome.', byOutcome(apiKeys)),
  counter(
    'latchkey_invitations_total',
    'Accounts created by invitation, and invitations accepted.',
    byOutcome({ made: events.of('invited'), accepted: events.of('invitation_accepted') }),
  ),
];

/** The state of the administration in the database. */
export async function adminGauges(db: Reads): Promise<Family[]> {
  const [administrators, keys, lagMs] = await Promise.all([
    countActive(db),
    countStates(db, EXPIRING_MS),
    statisticsLagMs(db),
  ]);
  return [
    sharedGauge('latchkey_administrators', 'Administrator accounts.', [['', administrators]]),
    sharedGauge(
      'latchkey_api_keys',
      'API keys: valid, expiring within a week, and expired but not removed.',
      (['valid', 'expiring', 'expired'] as const).map((state) => [labels({ state }), keys[state]] as const),
    ),
    sharedGauge('latchkey_statistics_lag_seconds', 'Age of the oldest event that is not in the statistics.', [
      ['', lagMs / 1000],
    ]),
  ];
}
