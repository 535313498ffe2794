import type { Reads } from '../store/engine/database.ts';
import { countActive } from '../store/tables/promote-to-admin.ts';
import { statisticsLagMs } from '../store/tables/statistics.ts';
import { type Family, sharedGauge } from './prometheus-text.ts';

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
