import type { DataOf } from '../support/answers.ts';
import type { RawDatabase } from '../support/raw-database.ts';

/**
 * What a client knows of its own requests. `acknowledged`: 2xx, it is done and must stay done. `refused`: 4xx, it was
 * not done. `unknown`: 5xx or no answer at all; it may have been done or not, but not half.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

export interface Entry<Data = unknown> {
  readonly outcome: Outcome;
  readonly status: number;
  /** Only of an acknowledged request. */
  readonly data: Data | undefined;
}

export interface Journal {
  readonly counts: Record<Outcome, number>;
  /** Answers by status; 0 for none. */
  readonly statuses: Map<number, number>;
  /** Broken promises, in words. */
  readonly violations: string[];
  readonly registrations: { email: string; outcome: Outcome }[];
  /** When the newest acknowledgement came. */
  lastAcknowledgedAtMs: number;
  send<Path extends string>(path: Path, body: object, token?: string): Promise<Entry<DataOf<'POST', Path>>>;
  /** Does something at the very moment that the next request to this path is acknowledged. */
  atNext(path: string, work: () => void): void;
}

/** No answer within this time counts as none. */
const PATIENCE_MS = 20_000;

/** It shares nothing with the service but the network, and picks any of the instances for each request. */
export function createJournal(urls: readonly string[]): Journal {
  let turn = 0;
  const moments = new Map<string, () => void>();
  const journal: Journal = {
    counts: { acknowledged: 0, refused: 0, unknown: 0 },
    statuses: new Map(),
    violations: [],
    registrations: [],
    lastAcknowledgedAtMs: 0,
    async send<Path extends string>(path: Path, body: object, token?: string) {
      turn += 1;
      const entry = await post<DataOf<'POST', Path>>(`${urls[turn % urls.length]}${path}`, body, token);
      journal.counts[entry.outcome] += 1;
      journal.statuses.set(entry.status, (journal.statuses.get(entry.status) ?? 0) + 1);
      if (entry.outcome === 'acknowledged') {
        moments.get(path)?.();
        moments.delete(path);
        journal.lastAcknowledgedAtMs = performance.now();
      }
      return entry;
    },
    atNext: (path, work) => void moments.set(path, work),
  };
  return journal;
}

async function post<Data>(url: string, body: object, token: string | undefined): Promise<Entry<Data>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { status, data } = (await response.json()) as { status: string; data: Data };
    if (response.ok !== (status === 'success')) throw new Error('not the envelope');
    const outcome = response.ok ? 'acknowledged' : response.status >= 500 ? 'unknown' : 'refused';
    return { outcome, status: response.status, data };
  } catch {
    return { outcome: 'unknown', status: 0, data: undefined };
  }
}

/** Every acknowledged account is there with its e-mail, no refused one is, and none is there twice or by half. */
export async function compareRegistrations({ registrations, violations }: Journal, db: RawDatabase): Promise<void> {
  const rows = await db.all<{ email: string; emails: number }>(
    `SELECT users.email AS email, COUNT(outbox.id) AS emails FROM users
      LEFT JOIN outbox ON outbox.user_id = users.id AND outbox.kind = 'verification' GROUP BY users.email`,
  );
  const emailsOf = new Map(rows.map(({ email, emails }) => [email, emails]));
  for (const { email, outcome } of registrations) {
    const emails = emailsOf.get(email);
    if (outcome === 'acknowledged' && emails === undefined) violations.push(`lost: the account ${email}`);
    if (outcome === 'refused' && emails !== undefined) violations.push(`refused but made: the account ${email}`);
    if (emails !== undefined && emails !== 1) violations.push(`${emails} verification e-mails for ${email}`);
  }
}
