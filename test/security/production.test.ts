import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../support/service.ts';

describe('in production', () => {
  it('browsers are told to use TLS only, and the developer’s inbox is gone', async (t) => {
    const service = await startService(t, 'sqlite', { NODE_ENV: 'production', HOST: '127.0.0.1' });
    const answer = await service.request('GET', '/dev/inbox');
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('strict-transport-security'), 'max-age=63072000; includeSubDomains');
  });
});
