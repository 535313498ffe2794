import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { startService } from '../support/service.ts';

/** Longer than the test takes: the drain ends with the last connection. */
const DRAIN_MS = 10_000;

describeOnBothDatabases('a service that drains', (kind) => {
  it('is not ready, yet alive, and answers what still comes', async (t) => {
    const service = await startService(t, kind);
    const { hostname, port } = new URL(service.url);
    const idle = connect(Number(port), hostname);
    cleanUpAfter(t, () => idle.destroy());
    // One request, so that the server knows of the connection; as it is kept, the drain waits for it.
    idle.write('GET /healthz HTTP/1.1\r\nHost: latchkey\r\n\r\n');
    await once(idle, 'data');

    assert.equal((await service.request('GET', '/readyz')).status, 200);
    const stopped = service.stop({ drainMs: DRAIN_MS });
    const ready = await service.request('GET', '/readyz');
    assert.deepEqual([ready.status, ready.message], [503, 'Stopping']);
    assert.equal(ready.headers.get('x-error-code'), 'unavailable');
    assert.equal(ready.headers.get('connection'), 'close');
    assert.equal((await service.request('GET', '/healthz')).status, 200);
    assert.equal((await service.request('POST', '/api/login', { body: {} })).status, 400);
    idle.destroy();
    await stopped;
  });
});
