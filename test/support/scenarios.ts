import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { RequestOptions } from './client.ts';
import type { DatabaseKind } from './databases.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';

/** One service for all the scenarios of a table; each makes accounts of its own. */
export function sharedService(
  kind: DatabaseKind,
  settings: Record<string, string> = {},
  options: ServiceOptions = {},
): () => Service {
  let service: Service;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
    service = await startService(t, kind, settings, undefined, options);
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return () => service;
}

export interface Scenario<Given> {
  readonly name: string;
  /** What is given is not looked at, and so not made: accounts cost password hashes. */
  readonly needsNothing?: boolean;
  /**
   * What is given is the same afterwards, as a refusal leaves it: it is made once for all such scenarios of a table.
   */
  readonly changesNothing?: boolean;
  readonly when: (given: Given, service: Service) => RequestOptions | Promise<RequestOptions>;
  readonly status: number;
  readonly message: string;
  /** Errors have no data; a success must say what it expects. */
  readonly data?: unknown | ((data: unknown, given: Given) => void);
  /** Recipient and subject of each e-mail that the request causes: none, unless said otherwise. */
  readonly emails?: (given: Given) => readonly (readonly [to: string, subject: string])[];
  /** What must hold afterwards. */
  readonly and?: (service: Service, given: Given) => Promise<void>;
}

export function runScenarios<Given>(
  service: () => Service,
  [method, path]: readonly [method: string, path: string],
  given: (service: Service) => Promise<Given>,
  scenarios: readonly Scenario<Given>[],
): void {
  let unchanged: Promise<Given> | undefined;
  const make = (running: Service, { needsNothing, changesNothing }: Scenario<Given>): Promise<Given> | Given => {
    if (needsNothing) return undefined as Given;
    if (!changesNothing) return given(running);
    unchanged ??= given(running);
    return unchanged;
  };
  for (const scenario of scenarios) {
    it(`${scenario.name}: ${scenario.status} ${scenario.message}`, async () => {
      const running = service();
      const made = await make(running, scenario);
      const options = await scenario.when(made, running);
      await running.emailsTo('');
      const emailsBefore = running.smtp.received.length;

      const answer = await running.request(method, path, options);

      assert.equal(answer.message, scenario.message);
      assert.equal(answer.status, scenario.status);
      if (typeof scenario.data === 'function') scenario.data(answer.data, made);
      else assert.deepEqual(answer.data, scenario.data ?? null);
      await running.emailsTo('');
      const emails = running.smtp.received.slice(emailsBefore);
      assert.deepEqual(
        emails.map(({ recipients, subject }) => [...recipients, subject]),
        scenario.emails?.(made) ?? [],
      );
      await scenario.and?.(running, made);
    });
  }
}
