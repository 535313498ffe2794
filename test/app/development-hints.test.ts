import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Service, startService } from '../support/service.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  SIGNING_SECRET: 'Vt0cJ4mZ8yQ1nLrX6sWbE3uKpH7dGfA2',
};

/** The messages of the log that name the setting. */
const hintsAbout = ({ logLines }: Service, setting: string): string[] =>
  logLines.map((line) => JSON.parse(line).msg as string).filter((message) => message?.includes(setting));

const from = (service: Service, origin: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/me`, { headers: { origin, ...headers } });

async function doAll(service: Service): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await from(service, 'http://localhost:5173');
    await fetch(`${service.url}/.well-known/jwks.json`);
    await fetch(`${service.url}/login?return_to=http://localhost:5173/after?secret=1`);
  }
}

describe('hints in development', () => {
  it('are given once each: refused origins, the empty key set, refused addresses to return to', async (t) => {
    const service = await startService(t, 'sqlite', { RETURN_URLS: 'https://shop.example.com' });
    await doAll(service);
    const [origin, ...others] = hintsAbout(service, 'CORS_ORIGINS');
    assert.match(
      origin ?? '',
      /http:\/\/localhost:5173 .*CORS_ORIGINS=https:\/\/app\.example\.com,http:\/\/localhost:5173$/,
    );
    const keySet = hintsAbout(service, 'KEYS_DIR');
    assert.match(keySet[0] ?? '', /signed with a shared secret \(SIGNING_SECRET\).*latchkey keys rotate$/);
    const returns = hintsAbout(service, 'RETURN_URLS');
    assert.match(returns[0] ?? '', /return_to at http:\/\/localhost:5173 was passed over/);
    assert.deepEqual([others.length, keySet.length, returns.length], [0, 1, 1]);
    assert.ok(!service.logLines.join().includes('secret=1'), 'of an address, its origin alone');
  });

  it('are not given where nothing is refused', async (t) => {
    const settings = { RETURN_URLS: 'https://shop.example.com', OPENID: 'on', FRONTEND_URL: '', CORS_ORIGINS: '' };
    const service = await startService(t, 'sqlite', settings);
    await from(service, service.url);
    // A page of the service itself, opened under another name than that of FRONTEND_URL.
    const { port } = new URL(service.url);
    await fetch(`http://127.0.0.1:${port}/api/me`, { headers: { origin: `http://127.0.0.1:${port}` } });
    await from(service, 'null');
    await fetch(`${service.url}/.well-known/jwks.json`);
    await fetch(`${service.url}/login?return_to=https://shop.example.com/cart`);
    await fetch(`${service.url}/login?return_to=/admin/users`);
    for (const setting of ['CORS_ORIGINS', 'KEYS_DIR', 'RETURN_URLS'])
      assert.deepEqual(hintsAbout(service, setting), []);
  });

  it('end at a number that no stranger can drive up, and show nothing that could be another line', async (t) => {
    const service = await startService(t, 'sqlite');
    await fetch(`${service.url}/login?return_to=%0Aforged%20line`);
    assert.match(hintsAbout(service, 'RETURN_URLS')[0] ?? '', /^a return_to was passed over: it must be one whole/);
    for (let number = 0; number < 30; number += 1) await from(service, `http://localhost:${5000 + number}`);
    assert.equal(hintsAbout(service, 'CORS_ORIGINS').length, 9);
  });

  it('are not given in production', async (t) => {
    const service = await startService(t, 'sqlite', PRODUCTION);
    await doAll(service);
    for (const setting of ['CORS_ORIGINS', 'KEYS_DIR', 'RETURN_URLS'])
      assert.deepEqual(hintsAbout(service, setting), []);
    const discovery = await fetch(`${service.url}/.well-known/openid-configuration`);
    assert.deepEqual([discovery.status, ((await discovery.json()) as { message: string }).message], [404, 'Not found']);
  });
});
