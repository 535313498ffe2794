import type { Logger } from 'pino';
import type { CodeCounters } from '../core/factors/prove-second-factor.ts';
import type { Passwords } from '../core/passwords/password-hashing.ts';
import type { ThrottleCounters } from '../core/sign-in/throttle.ts';
import { VERSION } from '../lib/version.ts';
import type { MailCounters } from '../mail/delivery.ts';
import type { Database, Reads } from '../store/engine/database.ts';
import * as outbox from '../store/queues/outbox.ts';
import { backupAgeMs } from '../store/tables/setup-steps.ts';
import { adminGauges } from './admin-metrics.ts';
import { connectionGauges, diskGauges, type QueryMetrics, withTimeout } from './database-metrics.ts';
import type { EventCounts } from './event-counts.ts';
import { checkGauges, type FindingCounts, findingGauge } from './finding-metrics.ts';
import type { LoginMetrics } from './login-metrics.ts';
import { byOutcome, counter, type Family, gauge, labels, sharedGauge } from './prometheus-text.ts';
import type { Check } from './readiness-checks.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { Tracing } from './tracing/tracing.ts';

/** prom-client would look up labels on every request. */
export interface MetricSources {
  readonly requests: RequestMetrics;
  readonly logins: LoginMetrics;
  readonly queries: QueryMetrics;
  readonly events: EventCounts;
  readonly throttled: Readonly<ThrottleCounters>;
  readonly passwords: Pick<Passwords, 'load'>;
  readonly emails: Readonly<MailCounters>;
  readonly codes: Readonly<CodeCounters>;
  /** The counters of the optional features. */
  readonly ofFeatures: () => readonly Family[];
  readonly gaugesOfFeatures: (db: Reads) => Promise<readonly Family[]>;
  readonly liveListeners: () => number;
  readonly connections: () => Promise<number>;
  readonly isMailServerDown: () => boolean;
  /** The checks of /readyz. */
  readonly checks: readonly Check[];
  /** Empty until the doctor has run. */
  readonly findings: () => FindingCounts;
  /** Milliseconds, by the use of the key. */
  readonly keyAges: () => Readonly<Record<string, number>>;
  /** The folders that the service writes to, by label. */
  readonly folders: Readonly<Record<string, string>>;
  /** Undefined if tracing is off. */
  readonly tracing: Pick<Tracing, 'families'> | undefined;
  readonly db: Database;
  readonly log: Logger;
}

/** Counters, since the start. */
export function counters(sources: MetricSources): Family[] {
  const { requests, logins, queries, throttled, passwords, emails, codes, events } = sources;
  const { done, refused, abandoned } = passwords.load();
  return [
    ...requests.families(),
    ...logins.families(),
    ...queries.families(),
    counter(
      'latchkey_password_hashes_total',
      'Passwords hashed, requests refused because the queue was full, and requests aborted while waiting.',
      byOutcome({ done, refused, abandoned }),
    ),
    counter('latchkey_emails_total', 'Attempts to send an e-mail, by outcome.', byOutcome(emails)),
    counter(
      'latchkey_throttled_total',
      'Requests refused and e-mails held back, by limit.',
      Object.entries({ ...throttled, codes: codes.refused }).map(([limit, count]) => [labels({ limit }), count]),
    ),
    counter(
      'latchkey_refresh_tokens_reused_total',
      'Sessions ended because an old refresh token was reused (REFRESH_ROTATION).',
      [['', events.of('refresh_reused')]],
    ),
    counter(
      'latchkey_second_factor_codes_total',
      'Second-factor codes sent with the right password, by outcome.',
      byOutcome({
        right: codes.right,
        wrong: events.of('second_factor_failed'),
        refused: codes.refused,
        recovery: codes.recovery,
      }),
    ),
    ...sources.ofFeatures(),
    ...(sources.tracing?.families() ?? []),
  ];
}

/** The counters of this process, and gauges of its current state. */
export async function collectMetrics(parts: MetricSources): Promise<Family[]> {
  // Concurrently, because each may take as long as the timeout of the database.
  const [ofChecks, ...ofDatabase] = await Promise.all([
    checkGauges(parts.checks),
    connectionGauges(parts.db),
    withTimeout(stateOfDatabase(parts)).then((found) => found ?? []),
  ]);
  const { running, waiting } = parts.passwords.load();
  return [
    sharedGauge('latchkey_info', 'The running version.', [[labels({ version: VERSION }), 1]]),
    gauge('latchkey_processes', 'Running processes.', 1),
    ...ofChecks,
    findingGauge(parts.findings()),
    ...counters(parts),
    gauge('latchkey_http_connections', 'Open connections.', await parts.connections()),
    gauge('latchkey_audit_listeners', 'Administrators and programs following the audit trail.', parts.liveListeners()),
    gauge(
      'latchkey_password_hashes_running',
      'Passwords being hashed; at most one more than there are cores.',
      running,
    ),
    gauge('latchkey_password_hashes_waiting', 'Passwords waiting to be hashed.', waiting),
    sharedGauge(
      'latchkey_mail_server_up',
      'Whether all processes have reached the mail server recently.',
      [['', parts.isMailServerDown() ? 0 : 1]],
      'min',
    ),
    sharedGauge(
      'latchkey_key_age_seconds',
      'How long the current signing key and the current data key have been in use.',
      Object.entries(parts.keyAges()).map(([use, ms]) => [labels({ use }), ms / 1000]),
    ),
    ...(await diskGauges(parts.folders)),
    ...ofDatabase.flat(),
  ];
}

/** Empty if the database does not answer: the other metrics matter most during an outage. */
async function stateOfDatabase({ db, log, gaugesOfFeatures }: MetricSources): Promise<Family[]> {
  try {
    return (await Promise.all([outboxGauges(db), adminGauges(db), gaugesOfFeatures(db), backupGauge(db)])).flat();
  } catch (error) {
    log.warn({ err: error }, 'cannot read metrics from the database');
    return [];
  }
}

const backupGauge = async (db: Reads): Promise<Family> =>
  sharedGauge(
    'latchkey_backup_age_seconds',
    'Time since the last latchkey backup; without one, since the oldest event of the audit trail.',
    [['', (await backupAgeMs(db)) / 1000]],
  );

async function outboxGauges(db: Reads): Promise<Family[]> {
  const { waiting, dead, oldestWaitingMs } = await outbox.depth(db);
  return [
    sharedGauge('latchkey_outbox_emails', 'E-mails waiting to be sent, and e-mails given up.', [
      [labels({ state: 'waiting' }), waiting],
      [labels({ state: 'dead' }), dead],
    ]),
    sharedGauge('latchkey_outbox_oldest_waiting_seconds', 'Age of the oldest waiting e-mail.', [
      ['', oldestWaitingMs / 1000],
    ]),
  ];
}
