import { describe, it, type TestContext } from 'node:test';

/** Set for `npm test`. Without it, as in `npm run test:all` and for a single file, everything is run. */
export const isQuickRun = process.env.TEST_SCOPE === 'quick';

/** Matrices, measurements, and what takes long and seldom breaks: not in `npm test`. */
export function describeInFullRun(name: string, define: () => void): void {
  if (!isQuickRun) describe(name, define);
}

export function itInFullRun(name: string, body: (t: TestContext) => unknown): void {
  if (!isQuickRun) it(name, async (t) => void (await body(t)));
}
