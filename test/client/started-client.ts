import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type ClientOptions, createClient, LatchkeyError, memoryStorage } from '../../client/src/index.ts';
import { startService, verified } from '../support/service.ts';
import { startRelay } from './relay.ts';

export const MINUTE_MS = 60_000;
export const KEY = 'latchkey.refresh-token';

/** A client whose requests are counted on their way to the service, and somebody who can log in. */
export async function start(t: TestContext, settings: Record<string, string> = {}, options: ClientOptions = {}) {
  const service = await startService(t, 'sqlite', settings);
  const relay = await startRelay(t, service.url);
  const storage = memoryStorage();
  const client = createClient({ url: relay.url, storage, ...options });
  const account = await verified(service);
  const count = (route: string) => relay.seen.filter((one) => one === route).length;
  return { service, relay, storage, client, account, count };
}

export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => {
      assert.ok(error instanceof LatchkeyError, String(error));
      return error.code;
    },
  );
