import type { Logger } from 'pino';
import type { PasskeyCounters } from '../accounts/factors/passkeys/prove-passkey.ts';
import type { CodeCounters } from '../accounts/factors/prove-second-factor.ts';
import type { Passwords } from '../accounts/passwords/password-hashing.ts';
import type { SessionCounters } from '../accounts/sign-in/refresh-session.ts';
import type { ThrottleCounters } from '../accounts/sign-in/throttle.ts';
import { VERSION } from '../lib/version.ts';
import type { MailCounters } from '../mail/delivery.ts';
import type { Database, Reads } from '../store/engine/database.ts';
import * as outbox from '../store/tables/outbox.ts';
import { backupAgeMs } from '../store/tables/setup-steps.ts';
import { type AdminCounters, adminCounters, adminGauges } from './admin-metrics.ts';
import { connectionGauges, diskGauges, inTime, type QueryMetrics } from './database-metrics.ts';
import { checkGauges, type FindingCounts, findingGauge } from './finding-metrics.ts';
import type { LoginMetrics } from './login-metrics.ts';
import { byOutcome, counter, type Family, gauge, labels, sharedGauge } from './prometheus-text.ts';
import type { Check } from './readiness-checks.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { Tracing } from './tracing/tracing.ts';

export interface MetricSources extends AdminCounters {
  readonly requests: RequestMetrics;
  readonly logins: LoginMetrics;
  readonly queries: QueryMetrics;
  readonly throttled: Readonly<ThrottleCounters>;
  readonly passwords: Pick<Passwords, 'load'>;
  readonly emails: Readonly<MailCounters>;
  readonly sessions: Readonly<SessionCounters>;
  readonly codes: Readonly<CodeCounters>;
  readonly passkeys: Readonly<PasskeyCounters>;
  readonly liveListeners: () => number;
  readonly connections: () => Promise<number>;
  readonly isMailServerDown: () => boolean;
  /** What /readyz looks at. */
  readonly checks: readonly Check[];
  /** Empty where the doctor has not looked yet. */
  readonly findings: () => FindingCounts;
  /** Milliseconds, by what the key is for. */
  readonly keyAges: () => Readonly<Record<string, number>>;
  /** Folders that are written to, by the name of their label. */
  readonly folders: Readonly<Record<string, string>>;
  /** Undefined where there are no traces. */
  readonly tracing: Pick<Tracing, 'families'> | undefined;
  readonly db: Database;
  readonly log: Logger;
}

/** Everything that this process has counted since its start. */
export function counters(sources: MetricSources): Family[] {
  const { requests, logins, queries, throttled, passwords, emails, sessions, codes, passkeys } = sources;
  const { done, refused, abandoned } = passwords.load();
  return [
    ...requests.families(),
    ...logins.families(),
    ...queries.families(),
    counter(
      'latchkey_password_hashes_total',
      'Passwords hashed, and requests that found the queue full or hung up before their turn.',
      byOutcome({ done, refused, abandoned }),
    ),
    counter('latchkey_emails_total', 'Attempts to send an e-mail.', byOutcome(emails)),
    counter(
      'latchkey_throttled_total',
      'Requests that a limit has refused, and e-mails that it has held back.',
      Object.entries({ ...throttled, codes: codes.refused }).map(([limit, count]) => [labels({ limit }), count]),
    ),
    counter(
      'latchkey_refresh_tokens_reused_total',
      'Sessions that ended because an old refresh token was used again (REFRESH_ROTATION).',
      [['', sessions.refreshTokensReused]],
    ),
    counter(
      'latchkey_second_factor_codes_total',
      'Codes of second factors that came with the right password.',
      byOutcome(codes),
    ),
    counter('latchkey_passkeys_total', 'Passkeys that were sent to log in or to confirm a login.', byOutcome(passkeys)),
    ...adminCounters(sources),
    ...(sources.tracing?.families() ?? []),
  ];
}

/** The counters of this process, and gauges of its current state. */
export async function collectMetrics(parts: MetricSources): Promise<Family[]> {
  // At once: each may take as long as a database is waited for that does not answer.
  const [ofChecks, ...ofDatabase] = await Promise.all([
    checkGauges(parts.checks),
    connectionGauges(parts.db),
    inTime(stateOfDatabase(parts)).then((found) => found ?? []),
  ]);
  const { running, waiting } = parts.passwords.load();
  return [
    sharedGauge('latchkey_info', 'The version that runs.', [[labels({ version: VERSION }), 1]]),
    gauge('latchkey_processes', 'Processes that serve.', 1),
    ...ofChecks,
    findingGauge(parts.findings()),
    ...counters(parts),
    gauge('latchkey_http_connections', 'Open connections.', await parts.connections()),
    gauge(
      'latchkey_audit_listeners',
      'Administrators and programs that follow the audit trail.',
      parts.liveListeners(),
    ),
    gauge(
      'latchkey_password_hashes_running',
      'Passwords being hashed, one more than there are cores included.',
      running,
    ),
    gauge('latchkey_password_hashes_waiting', 'Passwords that wait for their turn.', waiting),
    sharedGauge(
      'latchkey_mail_server_up',
      'Whether the mail server answered lately, for all processes.',
      [['', parts.isMailServerDown() ? 0 : 1]],
      'min',
    ),
    sharedGauge(
      'latchkey_key_age_seconds',
      'How long the key that signs tokens now, and the one that seals data, has been in use.',
      Object.entries(parts.keyAges()).map(([use, ms]) => [labels({ use }), ms / 1000]),
    ),
    ...(await diskGauges(parts.folders)),
    ...ofDatabase.flat(),
  ];
}

/** Empty when the database does not answer: the other metrics are needed most during an outage. */
async function stateOfDatabase({ db, log }: MetricSources): Promise<Family[]> {
  try {
    return (await Promise.all([outboxGauges(db), adminGauges(db), backupGauge(db)])).flat();
  } catch (error) {
    log.warn({ err: error }, 'the state of the database could not be counted');
    return [];
  }
}

const backupGauge = async (db: Reads): Promise<Family> =>
  sharedGauge(
    'latchkey_backup_age_seconds',
    'Since latchkey backup last made one; without any, since the oldest event of the audit trail.',
    [['', (await backupAgeMs(db)) / 1000]],
  );

async function outboxGauges(db: Reads): Promise<Family[]> {
  const { waiting, dead, oldestWaitingMs } = await outbox.depth(db);
  return [
    sharedGauge('latchkey_outbox_emails', 'E-mails that wait to be sent, and those that were given up.', [
      [labels({ state: 'waiting' }), waiting],
      [labels({ state: 'dead' }), dead],
    ]),
    sharedGauge('latchkey_outbox_oldest_waiting_seconds', 'How long the oldest has waited.', [
      ['', oldestWaitingMs / 1000],
    ]),
  ];
}
