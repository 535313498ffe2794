import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ROUTES } from '../../src/app/routes.ts';
import { CONSOLE_SCREENS } from '../../src/console/console-paths.ts';
import { SERVED } from '../../src/features/openid/provider/paths.ts';
import { createWithoutBase } from '../../src/http/base-path.ts';
import { PAGES } from '../../src/pages/pages.ts';
import { createClient } from '../support/client.ts';
import { EVERY_FEATURE, refusedStart, registration, startService } from '../support/service.ts';
import { startBelowAuth } from '../support/sub-path-proxy.ts';

const HTML = { accept: 'text/html' };
const INBOX = { SMTP_URL: '', MAIL_FROM: '' };

const documentPaths = [
  ...PAGES.map(({ path }) => path),
  ...Object.values(CONSOLE_SCREENS).map(({ path }) => path.replace(':id', '1')),
  ...['/admin/claim', '/admin/settings/preview', '/docs', '/dev/inbox', '/nowhere'],
];

describe('the base path', () => {
  it('is taken off once, and off nothing that merely begins like it', () => {
    const without = createWithoutBase('/a.b/auth');
    for (const [asked, path] of [
      ['/a.b/auth', '/'],
      ['/a.b/auth/', '/'],
      ['/a.b/auth?lang=de', '/?lang=de'],
      ['/a.b/auth/login?x=/a.b/auth', '/login?x=/a.b/auth'],
      ['/a.b/auth/a.b/auth/login', '/a.b/auth/login'],
      ['http://accounts.example.com/a.b/auth/login', '/login'],
      ['http://accounts.example.com', '/'],
      ['/login', '/login'],
      ['/a.b/authors', '/a.b/authors'],
      ['/a.b/auth%2Flogin', '/a.b/auth%2Flogin'],
      ['/A.B/auth/login', '/A.B/auth/login'],
      ['/.well-known/oauth-authorization-server/a.b/auth', '/.well-known/oauth-authorization-server'],
      ['/.well-known/openid-configuration/a.b/auth?x', '/.well-known/openid-configuration?x'],
      ['/.well-known/openid-configuration/axb/auth', '/.well-known/openid-configuration/axb/auth'],
      ['*', '*'],
    ])
      assert.equal(without(String(asked)), path, asked);
    const bare = createWithoutBase('');
    assert.equal(bare('/auth/login'), '/auth/login');
    assert.equal(bare('http://evil.example/.well-known/openid-configuration?x'), '/.well-known/openid-configuration?x');
    assert.equal(bare('*'), '*');
  });

  it('is a path of plain names that is none of our own', async (t) => {
    const refused = (FRONTEND_URL: string, more = {}) => refusedStart(t, { FRONTEND_URL, ...more });
    for (const path of ['/a%20b', '/a/../b', '/./a', '/a//b', '/a;b', '/ü', '/a?', '/a\\b'])
      assert.match(await refused(`https://example.com${path}`), /^FRONTEND_URL must have a path of plain names/, path);
    assert.match(await refused('https://example.com/a?b=c'), /^FRONTEND_URL must be an address without a query/);
    const { url } = await startService(t, 'sqlite', EVERY_FEATURE);
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
    const own = [...Object.keys(paths), ...[...ROUTES, ...PAGES].map(({ path }) => path), ...Object.keys(SERVED)];
    const names = new Set([...own, ...documentPaths, '/assets', '/favicon.ico'].map((path) => path.split('/')[1]));
    for (const name of [...names].filter((one) => one !== '' && one !== 'nowhere' && one !== '.well-known'))
      assert.match(await refused(`https://example.com/${name}/x`), /PAGES=off/, name);

    const below = 'https://example.com/auth';
    const admin = await refused(below, { ADMIN_URL: 'https://admin.example.com/other' });
    assert.match(admin, /^ADMIN_URL must have the path of FRONTEND_URL, \/auth, or none/);
    const issuer = await refused(below, { OPENID: 'on', TOKEN_ISSUER: 'https://example.com/other' });
    assert.match(issuer, /^TOKEN_ISSUER must be an address with the path of FRONTEND_URL, \/auth, or none/);
  });

  it('is not there with PAGES=off, where FRONTEND_URL is the address of other pages', async (t) => {
    const service = await startService(t, 'sqlite', { FRONTEND_URL: 'https://example.com/account', PAGES: 'off' });
    assert.equal((await fetch(`${service.url}/account/healthz`)).status, 404);
    assert.match(await (await fetch(`${service.url}/docs`)).text(), /href="\/openapi.json"/);
  });
});

for (const isStripping of [false, true]) {
  describe(`below a path, with a proxy that ${isStripping ? 'takes it off' : 'passes it on'}`, () => {
    it('leads nowhere else: documents, redirects, cookies, mailed links', async (t) => {
      const { service, instance, escaped } = await startBelowAuth(t, { ...EVERY_FEATURE, ...INBOX }, { isStripping });
      const ask = (path: string, init: RequestInit = {}) =>
        fetch(service.url + path, { redirect: 'manual', headers: HTML, ...init });
      const assets = new Set<string>();
      for (const path of documentPaths) {
        const text = await (await ask(path)).text();
        const addresses = [...text.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, address = '']) => address);
        const foreign = addresses.filter((address) => !/^(\/auth\/|#|\?|data:|mailto:|$)/.test(address));
        assert.deepEqual(foreign, [], path);
        assert.match(text, /<meta name="latchkey-base" content="\/auth">/, path);
        for (const address of addresses) if (address.startsWith('/auth/assets/')) assets.add(address);
      }
      const origin = new URL(service.url).origin;
      for (const asset of assets) assert.equal((await fetch(origin + asset)).status, 200, asset);
      const preview = await (await ask('/admin/emails/preview?kind=verification')).text();
      assert.ok(preview.includes(`"${service.url}/verify?`));

      const locations: Record<string, string> = {
        '/login/?lang=de': '/auth/login?lang=de',
        '/admin/users/7/': '/auth/admin/users/7',
        '/docs/': '/auth/docs',
        '/.well-known/change-password': '/auth/account#change-password',
      };
      for (const [path, location] of Object.entries(locations))
        assert.equal((await ask(path)).headers.get('location'), location, path);
      const cleared = await ask('/dev/inbox/clear', { method: 'POST' });
      assert.equal(cleared.headers.get('location'), '/auth/dev/inbox');
      assert.match(String((await ask('/login?lang=de')).headers.get('set-cookie')), /^lang=de; Path=\/auth;/);

      for (const [returnTo, isAllowed] of [
        ['/auth/admin/users?query=x', true],
        ['/admin/users', false],
        ['/auth/account', false],
        ['/auth//admin', false],
        ['/authadmin', false],
        ['//auth/admin', false],
      ] as const) {
        const text = await (await ask(`/login?return_to=${encodeURIComponent(returnTo)}`)).text();
        assert.ok(text.includes(`latchkey-return-to" content="${isAllowed ? returnTo : ''}"`), returnTo);
      }

      const document = (await (await ask('/openapi.json')).json()) as { servers: object[]; paths: object };
      assert.deepEqual(document.servers, [{ url: '/auth' }]);
      assert.ok(Object.hasOwn(document.paths, '/api/login'));
      const { email, ...person } = registration();
      const request = createClient(service.url);
      assert.equal((await request('POST', '/api/register', { body: { ...person, email } })).status, 201);
      const { data } = await request('GET', '/dev/inbox');
      assert.ok(data[0]?.links[0]?.startsWith(`${service.url}/verify?token=`));
      assert.deepEqual(escaped, []);

      // The instance itself answers without the path too, and counts both as one.
      for (const path of ['/healthz', '/readyz', '/auth/healthz', '/auth', '/auth?lang=de'])
        assert.equal((await fetch(instance.url + path)).status, 200, path);
      for (const path of ['/authors', '/auth/auth/healthz', '/auth/nowhere'])
        assert.equal((await fetch(instance.url + path)).status, 404, path);
      const routes = new Set(instance.logLines.map((line) => JSON.parse(line).route));
      assert.ok(routes.has('/api/register') && routes.has('/admin/users/:id'));
      assert.ok(![...routes].some((route) => String(route).startsWith('/auth')));
      const origins = await fetch(`${instance.url}/auth/healthz`, { headers: { origin } });
      assert.equal(origins.headers.get('access-control-allow-origin'), origin);
    });
  });
}
