import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../support/service.ts';

const ORIGIN = 'https://app.example.net';
/** What a script of another origin may read in any case (Fetch standard, "CORS-safelisted response-header name"). */
const READABLE = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];
/** Addressed to the browser and to the connection, of no use to a script. */
const NOT_FOR_SCRIPTS = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'content-security-policy',
  'date',
  'keep-alive',
  'referrer-policy',
  'vary',
  'x-content-type-options',
];

describe('a script of an allowed origin', () => {
  it('may read every header that tells it what to do next', async (t) => {
    const service = await startService(t, 'sqlite', { CORS_ORIGINS: ORIGIN, MAX_FAILED_LOGINS: '1' });
    const headers = { origin: ORIGIN };
    const body = { email: 'nobody@example.com', password: 'Wrong1234' };
    await service.request('POST', '/api/login', { body, headers });
    const answers = {
      429: await service.request('POST', '/api/login', { body, headers }),
      401: await service.request('GET', '/api/me', { headers }),
      200: await service.request('POST', '/api/forgot-password', { body, headers }),
    };
    for (const [status, answer] of Object.entries(answers)) {
      assert.equal(answer.status, Number(status));
      const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
      const hidden = [...answer.headers.keys()].filter(
        (name) => ![...READABLE, ...NOT_FOR_SCRIPTS, ...exposed].includes(name),
      );
      assert.deepEqual(hidden, [], `in the answer ${status}`);
    }
    assert.match(answers[429].headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(answers[429].headers.get('access-control-expose-headers') ?? '', /\bRetry-After\b/);
  });
});
