import { inTime } from './database-metrics.ts';
import { type Family, labels, sharedGauge } from './prometheus-text.ts';
import { type Check, isPassed } from './readiness-checks.ts';

/** How many faults and warnings each check of latchkey doctor has found. */
export type FindingCounts = Readonly<Record<string, Readonly<Record<'fault' | 'warning', number>>>>;

/** Each check of /readyz; of several processes, whether it passes in all. */
export async function checkGauges(checks: readonly Check[]): Promise<Family[]> {
  const passed = await Promise.all(checks.map((check) => inTime(Promise.resolve(isPassed(check)))));
  const isReady = checks.every(({ failure }, at) => passed[at] || failure === undefined);
  return [
    sharedGauge('latchkey_ready', 'Whether /readyz answers 200, of all processes.', [['', isReady ? 1 : 0]], 'min'),
    sharedGauge(
      'latchkey_check_passed',
      'Whether a check of /readyz?verbose passes, of all processes.',
      checks.map(({ name }, at) => [labels({ check: name }), passed[at] ? 1 : 0]),
      'min',
    ),
  ];
}

export const findingGauge = (counts: FindingCounts): Family =>
  sharedGauge(
    'latchkey_doctor_findings',
    'Faults and warnings of latchkey doctor, as this instance was found within the last hour.',
    Object.entries(counts).flatMap(([check, found]) =>
      Object.entries(found).map(([state, count]) => [labels({ check, state }), count] as const),
    ),
    'max',
  );
