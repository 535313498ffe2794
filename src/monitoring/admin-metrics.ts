import type { Reads } from '../store/engine/database.ts';
import { countActive } from '../store/tables/promote-to-admin.ts';
import { statisticsLagMs } from '../store/tables/statistics.ts';
import type { EventCounts } from './event-counts.ts';
import { byOutcome, counter, type Family, sharedGauge } from './prometheus-text.ts';

export interface AdminCounters {
  readonly events: EventCounts;
}

export const adminCounters = ({ events }: AdminCounters): Family[] => [
  counter(
    'latchkey_invitations_total',
    'Accounts created by invitation, and invitations accepted.',
    byOutcome({ made: events.of('invited'), accepted: events.of('invitation_accepted') }),
  ),
];

/** The state of the administration in the database. */
export async function adminGauges(db: Reads): Promise<Family[]> {
  const [administrators, lagMs] = await Promise.all([countActive(db), statisticsLagMs(db)]);
  return [
    sharedGauge('latchkey_administrators', 'Administrator accounts.', [['', administrators]]),
    sharedGauge('latchkey_statistics_lag_seconds', 'Age of the oldest event that is not in the statistics.', [
      ['', lagMs / 1000],
    ]),
  ];
}
