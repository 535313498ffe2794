import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createApi } from '../../src/http/api.ts';
import type { Services } from '../../src/http/api-request.ts';
import { createLog } from '../../src/log.ts';
import { cleanUpAfter } from '../support/clean-up.ts';

describe('an operation', () => {
  it('whose answer cannot be written ends its connection and nothing else', async (t) => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info', logFormat: 'json' }, { write: (line) => void lines.push(line) });
    const unwritable = {
      headers: () => ['x-broken', 'two\nlines'],
      clientAddress: () => '',
      isStopping: () => false,
      answered: () => {},
    };
    const [answer] = createApi({} as Services, unwritable, log).values();
    const server = createServer((request, response) => answer?.(request, response)).listen(0, '127.0.0.1');
    cleanUpAfter(t, () => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (let time = 1; time <= 2; time += 1) {
      await assert.rejects(fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }));
      assert.equal(lines.filter((line) => line.includes('an answer could not be written')).length, time);
    }
  });
});
