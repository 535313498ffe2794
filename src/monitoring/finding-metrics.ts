import { withTimeout } from './database-metrics.ts';
import { type Family, labels, sharedGauge } from './prometheus-text.ts';
import { type Check, isPassed } from './readiness-checks.ts';

/** The number of faults and warnings that each check of latchkey doctor has found. */
export type FindingCounts = Readonly<Record<string, Readonly<Record<'fault' | 'warning', number>>>>;

export async function checkGauges(checks: readonly Check[]): Promise<Family[]> {
  const passed = await Promise.all(checks.map((check) => withTimeout(Promise.resolve(isPassed(check)))));
  const isReady = checks.every(({ failure }, at) => passed[at] || failure === undefined);
  return [
    sharedGauge('latchkey_ready', 'Whether /readyz answers 200 in all processes.', [['', isReady ? 1 : 0]], 'min'),
    sharedGauge(
      'latchkey_check_passed',
      'Whether a check of /readyz?verbose passes in all processes.',
      checks.map(({ name }, at) => [labels({ check: name }), passed[at] ? 1 : 0]),
      'min',
    ),
  ];
}

export const findingGauge = (counts: FindingCounts): Family =>
  sharedGauge(
    'latchkey_doctor_findings',
    'Faults and warnings that latchkey doctor has found in this instance within the last hour.',
    Object.entries(counts).flatMap(([check, found]) =>
      Object.entries(found).map(([state, count]) => [labels({ check, state }), count] as const),
    ),
    'max',
  );
