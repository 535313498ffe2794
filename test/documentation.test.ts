import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Client } from '../client/src/index.ts';
import { GENERATED_DOCS, GENERATED_FILES, replaceSection } from '../scripts/generated-docs.ts';
import { OPENAPI_TEXT } from '../scripts/openapi-text.ts';
import { openApiDocument } from '../src/api/openapi/document.ts';
import { enabledRoutes } from '../src/api/route.ts';
import { DESCRIBED_ENDPOINTS } from '../src/app/create-endpoints.ts';
import { readConfig } from '../src/config/config.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { addSigningKey } from '../src/keys/signing-key-folder.ts';
import { VERSION } from '../src/lib/version.ts';
import { cleanUpAfter } from './support/clean-up.ts';
import { freePort } from './support/free-port.ts';
import { ROUTES } from './support/routes.ts';
import { startService, verified } from './support/service.ts';

/** What is printed is run with the client of this repository. */
const withOwnClient = (code: string): string =>
  code.replaceAll(/'@latchkey\/client(\/verify)?'/g, (_, part = '') =>
    JSON.stringify(new URL(`../client/src${part}/index.ts`, import.meta.url).href),
  );

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

describe('the documentation', () => {
  for (const { file, section, content } of GENERATED_DOCS) {
    it(`${file} says what the code says of its ${section} (else: npm run docs)`, () => {
      const document = read(file);
      assert.equal(document, replaceSection(document, section, content()));
    });
  }

  for (const { file, content } of GENERATED_FILES) {
    it(`${file} says what the code says (else: npm run docs)`, () => assert.equal(read(file), content()));
  }

  it('docs/verify-tokens.md shows how another service asks for a recent login, and it works as printed', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-printed-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    addSigningKey(folder, 'EdDSA', Date.now(), 0);
    const service = await startService(t, 'sqlite', { KEYS_DIR: folder });
    const [, section = ''] = /^## Asking for a recent login$([\s\S]*?)^## /m.exec(read('docs/verify-tokens.md')) ?? [];
    const printed = [...section.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ''], at) => {
      const file = join(folder, `${at}.mjs`);
      const here = code.replaceAll('http://localhost:3000', service.url);
      writeFileSync(file, withOwnClient(here));
      return import(pathToFileURL(file).href);
    });
    assert.equal(printed.length, 2);
    const [{ pay }, { connect }] = (await Promise.all(printed)) as [
      { pay: RequestListener },
      { connect(askForPassword: () => Promise<string | undefined>): Client },
    ];
    const shop = createServer(pay).listen(0, '127.0.0.1');
    cleanUpAfter(t, () => shop.close());
    await once(shop, 'listening');
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;

    const account = await verified(service);
    let questions = 0;
    let password: string | undefined = account.password;
    const latchkey = connect(async () => {
      questions += 1;
      return password;
    });
    const pays = async () => {
      const answer = await latchkey.fetch(url, { method: 'POST' });
      return [answer.status, answer.ok ? await answer.text() : ''];
    };
    // The other service goes by the real time, so the login of eleven minutes ago is made eleven minutes ago.
    const logInEarlier = async () => {
      await service.clock.jump(-11 * 60_000);
      await latchkey.login({ email: account.email, password: account.password });
      await service.clock.jump(11 * 60_000);
    };
    await logInEarlier();
    assert.deepEqual([await pays(), questions], [[200, `paid by user ${account.id}`], 1]);
    assert.deepEqual([await pays(), questions], [[200, `paid by user ${account.id}`], 1], 'recent now');
    await logInEarlier();
    password = 'Wrong1234';
    await assert.rejects(pays(), { code: 'wrong_current_password' });
    password = undefined;
    assert.deepEqual(await pays(), [401, '']);
    assert.equal(questions, 3);
  });

  it('docs/client.md prints a first application of less than fifty lines, and it works as printed', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-printed-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    addSigningKey(folder, 'EdDSA', Date.now(), 0);
    const service = await startService(t, 'sqlite', { KEYS_DIR: folder, SMTP_URL: '', MAIL_FROM: '' });
    const [, code = ''] = /^## A first application$[\s\S]*?^```js\n([\s\S]*?)^```$/m.exec(read('docs/client.md')) ?? [];
    assert.ok(code.split('\n').length < 50);
    const here = code.replace('http://localhost:3000', service.url).replaceAll('4000', String(await freePort()));
    writeFileSync(join(folder, 'app.mjs'), withOwnClient(here));
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'app.mjs')]);
    assert.match(stdout, /^Hello, user \d+\n$/);
  });

  it('docs/client.md shows how a backend logs its visitors in, and it works as printed', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-printed-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const service = await startService(t, 'sqlite', { TRUST_PROXY: '127.0.0.1' });
    const [, code = ''] = /^## On a server$[\s\S]*?^```js\n([\s\S]*?)^```$/m.exec(read('docs/client.md')) ?? [];
    const file = join(folder, 'backend.mjs');
    writeFileSync(file, withOwnClient(code.replace('http://localhost:3000', service.url)));
    const { latchkeyOf } = (await import(pathToFileURL(file).href)) as { latchkeyOf(request: object): Client };
    const { id, email, password } = await verified(service);
    const request = { socket: { remoteAddress: '::ffff:198.51.100.7' }, session: {} };
    await latchkeyOf(request).login({ email, password });
    assert.equal((await latchkeyOf(request).resume())?.id, id);
    const [device] = (await latchkeyOf(request).call('GET /api/me/sessions')).data;
    assert.equal(device?.address, '198.51.100.7');
    await latchkeyOf(request).logout();
    assert.deepEqual(request.session, {});
    assert.equal(await latchkeyOf(request).resume(), undefined);
  });

  it('names no path below /api that is not served', () => {
    const known = [...ROUTES.map(({ path }) => path.replaceAll(/:\w+/g, ':id')), '/api/pictures'];
    const isKnown = (path: string) => known.some((one) => one === path || one.startsWith(`${path}/`));
    for (const file of ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]) {
      // Where users move in from, there are other APIs.
      if (!file.endsWith('.md') || file === 'docs/moving.md') continue;
      const named = [...read(file).matchAll(/(?<![\w.:]|localhost:\d+)\/api\/[\w{}:/-]*\w\}?/g)].map(([path]) => path);
      const wrong = named.filter((path) => !isKnown(path.replaceAll(/:\w+|\{\w+\}|(?<=\/)\d+/g, ':id')));
      assert.deepEqual(wrong, [], file);
    }
  });

  it('prints no setting whose value would have to be run: files of settings are read as they are', () => {
    for (const file of ['README.md', '.env.example', ...readdirSync('docs').map((name) => `docs/${name}`)]) {
      if (!/\.(md|example)$/.test(file)) continue;
      const wrong = read(file)
        .split('\n')
        .filter((line) => new RegExp(`^(${Object.keys(SETTINGS).join('|')})=.*\\$\\((?!sed )`).test(line));
      assert.deepEqual(wrong, [], file);
    }
  });

  it('compose.yaml hands on every setting of the file beside it, and fixes only what belongs to the container', () => {
    const [, service = ''] = /^ {2}latchkey:\n([\s\S]*?)^ {2}db:$/m.exec(read('compose.yaml')) ?? [];
    assert.match(service, /^ {4}env_file: \.env$/m);
    const [, fixed = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(service) ?? [];
    const names = [...fixed.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name);
    const OF_THE_CONTAINER = ['NODE_ENV', 'DATABASE_URL', 'PGPASSWORD', 'HOST', 'PORT', 'DATA_DIR', 'WORKERS'];
    assert.deepEqual(names, OF_THE_CONTAINER);
  });

  it('names each change once in the changelog', () => {
    const entries = [...read('CHANGELOG.md').matchAll(/^- (.{50})/gm)].map(([, beginning]) => beginning);
    assert.deepEqual(
      entries.filter((entry, at) => entries.indexOf(entry) !== at),
      [],
    );
    assert.ok(entries.length > 20);
  });

  it('describes every operation as a valid OpenAPI 3.1 document, which the service hands out', async (t) => {
    const service = await startService(t, 'sqlite');
    const document = JSON.parse(OPENAPI_TEXT);
    const served = await (await fetch(`${service.url}/openapi.json`)).json();
    // What the scripts write describes every operation; a service leaves out those of features that are switched off.
    const { features } = readConfig({}, 1);
    const enabled = enabledRoutes(ROUTES, features);
    assert.deepEqual(
      served,
      JSON.parse(JSON.stringify(openApiDocument(VERSION, enabled, DESCRIBED_ENDPOINTS, '', features))),
    );
    const { valid, errors } = await new Validator().validate(document);
    assert.ok(valid, JSON.stringify(errors));
    const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = [
      ...ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
      ...DESCRIBED_ENDPOINTS.map(({ path }) => `GET ${path}`),
    ];
    assert.deepEqual(described.sort(), routes.sort());
  });
});
