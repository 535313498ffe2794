import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { ROUTES } from '../../src/app/routes.ts';
import { promote } from '../support/admin.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { EVERY_FEATURE, refusedStart, type Service, startService, verified } from '../support/service.ts';

const ADMIN_PATHS = [
  ...ROUTES.filter(({ isAdministration }) => isAdministration).map(({ method, path }) => [method, path] as const),
  ...['/admin', '/admin/users', '/admin/claim', '/assets/console.css'].map((path) => ['GET', path] as const),
];

const statusOf = async (url: string, method: string, path: string) =>
  (await fetch(`${url}${path.replaceAll(/:\w+/g, '1')}`, { method })).status;

async function withAdminPort(t: Parameters<typeof startService>[0], settings: Record<string, string> = {}) {
  const port = await freePort();
  const service = await startService(t, 'sqlite', { ...EVERY_FEATURE, ADMIN_PORT: String(port), ...settings });
  return { service, adminUrl: `http://127.0.0.1:${port}` };
}

async function adminToken(service: Service, url: string): Promise<string> {
  const { email, password } = await verified(service);
  await promote(service, email);
  const { data } = await createClient(url)('POST', '/api/login', { body: { email, password } });
  return data.access_token;
}

/** That workers share it: test/process/workers.test.ts. */
describe('ADMIN_PORT', () => {
  it('serves the administration there alone, with all that is needed to log in', async (t) => {
    const { service, adminUrl } = await withAdminPort(t);
    for (const [method, path] of ADMIN_PATHS) {
      assert.equal(await statusOf(service.url, method, path), 404, `${method} ${path} of PORT`);
      assert.notEqual(await statusOf(adminUrl, method, path), 404, `${method} ${path} of ADMIN_PORT`);
    }
    const token = await adminToken(service, adminUrl);
    const request = createClient(adminUrl);
    assert.equal((await request('GET', '/api/admin/api-keys', { token })).status, 200);
    assert.equal((await request('GET', '/api/me', { token })).status, 200);
    for (const path of ['/login', '/account', '/readyz'])
      assert.equal(await statusOf(adminUrl, 'GET', path), 200, path);

    const text = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text();
    const returnTo = '/login?return_to=/admin';
    assert.match(await text(`${adminUrl}${returnTo}`), /return-to" content="\/admin"/);
    assert.match(await text(`${service.url}${returnTo}`), /return-to" content=""/);
    assert.doesNotMatch(await text(`${service.url}/openapi.json`), /\/api\/admin/);
  });

  it('is not opened with ADMIN=off', async (t) => {
    const { service, adminUrl } = await withAdminPort(t, { ADMIN: 'off' });
    assert.equal(await statusOf(service.url, 'GET', '/admin'), 404);
    await assert.rejects(fetch(adminUrl));
  });

  it('is reported in one line when it is in use', async (t) => {
    const { adminUrl } = await withAdminPort(t);
    const { port } = new URL(adminUrl);
    const line = await refusedStart(t, { ADMIN_PORT: port });
    assert.match(line, new RegExp(`^ADMIN_PORT ${port} of 127\\.0\\.0\\.1 cannot be used: .*EADDRINUSE.*$`));
  });

  it('is drained like the other port when the service stops', async (t) => {
    const { service, adminUrl } = await withAdminPort(t);
    const { hostname, port } = new URL(adminUrl);
    const socket = connect(Number(port), hostname);
    cleanUpAfter(t, () => socket.destroy());
    const ready = async () => {
      socket.write('GET /readyz HTTP/1.1\r\nHost: latchkey\r\n\r\n');
      return String((await once(socket, 'data'))[0]);
    };
    assert.match(await ready(), / 200 /);
    const stopped = service.stop({ noticeMs: 10_000, drainMs: 0 });
    assert.match(await ready(), / 503 /);
    socket.destroy();
    await stopped;
    await assert.rejects(fetch(adminUrl));
  });
});
