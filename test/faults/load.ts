import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '../support/client.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { registration } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { type Actor, createOwner, createRegistrar } from './actors.ts';
import { compareRegistrations, createJournal, type Journal } from './journal.ts';

/**
 * Between two steps of one actor. Longer when nothing was acknowledged meanwhile: the service is down, and nobody gains
 * by hammering it.
 */
const PAUSE_MS = 25;
const PAUSE_WHILE_DOWN_MS = 100;
/** How long a service under load and in trouble may take for one step. */
const PATIENCE_MS = 100_000;

export const isLongRun = process.env.FAULT_ROUNDS !== undefined;
/** Short in the test suite, as long as wanted with `npm run faults`. */
export const rounds = (inTests: number): number => Number(process.env.FAULT_ROUNDS ?? inTests);
/**
 * Every step of theirs hashes passwords at the real cost. Two owners are enough for one to be in the middle of a step
 * while the other waits.
 */
const OWNERS = isLongRun ? 3 : 2;
const REGISTRARS = isLongRun ? 2 : 1;
const ACKNOWLEDGED_BETWEEN_FAULTS = isLongRun ? 8 : 5;

export interface Load {
  readonly journal: Journal;
  /** Lets the load run, breaks something, mends it, and waits until clients are served again. */
  round(fault: () => Promise<void>): Promise<void>;
  /** Stops the load, compares what was promised with what is there, and reports. */
  finish(name: string, db: RawDatabase): Promise<void>;
}

export const startMail = (t: TestContext): Promise<SmtpSink> => startSmtpSink(t);

/** Owners and newcomers on all the instances at these addresses. */
export async function startLoad(t: TestContext, urls: readonly string[], smtp: SmtpSink): Promise<Load> {
  const journal = createJournal(urls);
  const owners = await Promise.all(Array.from({ length: OWNERS }, () => verifiedOwner(urls[0] ?? '', smtp, journal)));
  const actors = [...owners, ...Array.from({ length: REGISTRARS }, () => createRegistrar(journal))];
  const stop = new AbortController();
  const running = actors.map((actor) => keepActing(actor, journal, stop.signal));
  t.after(() => stop.abort());
  /** From the break to the first client served after it was mended. */
  const outagesMs: number[] = [];

  async function untilAcknowledged(count: number): Promise<void> {
    const target = journal.counts.acknowledged + count;
    await until(`${count} more are acknowledged`, () => journal.counts.acknowledged >= target, PATIENCE_MS);
  }

  return {
    journal,
    async round(fault) {
      await untilAcknowledged(ACKNOWLEDGED_BETWEEN_FAULTS);
      const brokenAtMs = performance.now();
      await fault();
      await untilAcknowledged(1);
      outagesMs.push(journal.lastAcknowledgedAtMs - brokenAtMs);
    },
    async finish(name, db) {
      await untilAcknowledged(ACKNOWLEDGED_BETWEEN_FAULTS);
      stop.abort();
      await Promise.all(running);
      for (const actor of actors) await actor.finalCheck();
      await compareRegistrations(journal, db);
      report(t, name, journal, outagesMs);
      assert.deepEqual(journal.violations, []);
    },
  };
}

async function keepActing(actor: Actor, { counts }: Journal, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const before = counts.acknowledged;
    await actor.step();
    await setTimeout(counts.acknowledged > before ? PAUSE_MS : PAUSE_WHILE_DOWN_MS);
  }
}

async function verifiedOwner(url: string, smtp: SmtpSink, journal: Journal): Promise<Actor> {
  const request = createClient(url);
  const body = registration({ email: `owner${Math.random().toString(36).slice(2)}@example.com` });
  assert.equal((await request('POST', '/api/register', { body })).status, 201);
  const isToOwner = ({ recipients }: { recipients: readonly string[] }) => recipients.includes(body.email);
  await until('the e-mail to the owner arrives', () => smtp.received.some(isToOwner), PATIENCE_MS);
  const [link = ''] = smtp.received.find(isToOwner)?.text.match(/https?:\/\/\S+/) ?? [];
  const token = new URL(link).searchParams.get('token') ?? '';
  assert.equal((await request('POST', '/api/verify', { token })).status, 200);
  return createOwner(journal, body.email, body.password);
}

/** One line of the table that `npm run faults` prints. */
export function report(
  t: TestContext,
  name: string,
  { counts, violations }: Pick<Journal, 'counts' | 'violations'>,
  outagesMs: readonly number[],
): void {
  const lost = violations.filter((text) => text.startsWith('lost')).length;
  const longest = (Math.max(0, ...outagesMs) / 1000).toFixed(1);
  const { acknowledged, refused, unknown } = counts;
  const cells = [name, outagesMs.length, acknowledged, refused, unknown, lost, violations.length, longest];
  t.diagnostic(`fault|${cells.join('|')}`);
}
