import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../support/service.ts';

describe('in production', () => {
  it('browsers are told to use TLS only, and the developer’s inbox is gone', async (t) => {
    const service = await startService(t, 'sqlite', { NODE_ENV: 'production', HOST: '127.0.0.1' });
    const answer = await service.request('GET', '/dev/inbox');
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000');
  });

  it('HSTS says for how long, and for which names', async (t) => {
    const production = { NODE_ENV: 'production', HOST: '127.0.0.1' };
    const cases: [settings: Record<string, string>, header: string | null][] = [
      [{}, null],
      [{ HSTS: '1d' }, 'max-age=86400'],
      [{ ...production, HSTS: 'off' }, null],
      [{ ...production, HSTS: '0' }, 'max-age=0'],
      [{ ...production, HSTS: '365d includeSubDomains preload' }, 'max-age=31536000; includeSubDomains; preload'],
    ];
    for (const [settings, header] of cases) {
      const service = await startService(t, 'sqlite', settings);
      for (const path of ['/healthz', '/login', '/nothing']) {
        const answer = await fetch(`${service.url}${path}`);
        assert.equal(answer.headers.get('strict-transport-security'), header, path);
      }
      await service.stop();
    }
  });
});
