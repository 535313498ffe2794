import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { packClient } from '../../scripts/package/client.ts';
import { VERSION } from '../../src/lib/version.ts';
import { describeInBrowser, it as itInBrowser, OWN_PAGES } from '../support/browser.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { SIGNING_SECRET, startService, verified } from '../support/service.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = (folder: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function emptyFolder(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-packed-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As anybody would: packed here, installed where there is nothing else and no network. */
function install(t: Pick<TestContext, 'after'>): string {
  const folder = emptyFolder(t);
  const packed = packClient(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run(folder, 'npm', 'install', '--offline', '--silent', packed);
  return folder;
}

/** Of each framework what the guard meets; its own types are tried by hand when they change. */
const FRAMEWORKS = {
  express: {
    types: `
      declare global { namespace Express { interface Request {} } }
      interface Request extends Express.Request { headers: { authorization?: string } }
      interface Response { writeHead(status: number, headers?: object): this; end(body?: string): this }
      type Handler = (request: Request, response: Response, next: (error?: unknown) => void) => void;
      export function get(path: string, ...handlers: Handler[]): void;`,
    program: `
      import { get } from 'express';
      import { createVerifier, guardExpress } from '@latchkey/client/verify';
      const verify = createVerifier({ secret: 'x' });
      get('/', guardExpress(verify), (request) => {
        const sub: string | undefined = request.auth?.sub;
        // @ts-expect-error: it is a string
        const id: number | undefined = request.auth?.sub;
      });`,
  },
  fastify: {
    types: `
      export interface FastifyRequest { headers: { authorization?: string } }
      export interface FastifyReply {
        code(status: number): FastifyReply;
        headers(headers: Record<string, string>): FastifyReply;
        send(body?: unknown): FastifyReply;
      }
      type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
      export function get(path: string, options: { onRequest: Hook }, handler: Hook): void;`,
    program: `
      import { get } from 'fastify';
      import { createVerifier, guardFastify } from '@latchkey/client/fastify';
      const verify = createVerifier({ secret: 'x' });
      get('/', { onRequest: guardFastify(verify) }, async (request) => {
        const sub: string | undefined = request.auth?.sub;
        // @ts-expect-error: it is a string
        const id: number | undefined = request.auth?.sub;
      });`,
  },
};

let installed = '';
before(function (this: unknown, t) {
  installed = install(t as TestContext);
});

/** Without skipLibCheck: our own types are checked too. */
function compile(file: string, program: string): void {
  writeFileSync(join(installed, file), program);
  const options = '--noEmit --strict --module nodenext --target es2022 --lib es2022,dom'.split(' ');
  run(installed, process.execPath, join(ROOT, 'node_modules/.bin/tsc'), ...options, '--types', '', file);
}

describe('the packed client', () => {
  it('has JavaScript with its types and nothing else', () => {
    const folder = join(installed, 'node_modules/@latchkey/client');
    const { version, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    assert.deepEqual([version, dependencies], [VERSION, undefined]);
    assert.deepEqual(
      readdirSync(join(installed, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['@latchkey'],
    );
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const kinds = new Set(files.map(({ name }) => name.replace(/^[^.]*/, '')));
    assert.deepEqual([...kinds].sort(), ['', '.d.ts', '.js', '.json', '.md']);
  });

  it('works in Node, and is typed there', async (t) => {
    const service = await startService(t, 'sqlite');
    const { id, email, password } = await verified(service);
    const program = `
      import { createClient, LatchkeyError, type User } from '@latchkey/client';
      import { createVerifier } from '@latchkey/client/verify';
      const client = createClient({ url: '${service.url}' });
      const { data } = await client.login({ email: '${email}', password: '${password}' });
      const { sub } = await createVerifier({ secret: '${SIGNING_SECRET}' })(data.access_token);
      const me: Pick<User, 'id'> = (await client.call('GET /api/me')).data;
      await client.logout();
      const code = await client.call('GET /api/me').catch((error) => error instanceof LatchkeyError && error.code);
      console.log(JSON.stringify([me.id, sub, code]));`;
    writeFileSync(join(installed, 'program.ts'), program);
    // The service is in this process.
    const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], { cwd: installed });
    assert.deepEqual(JSON.parse(stdout), [id, String(id), 'session_ended']);
    const wrong = `
      // @ts-expect-error: a member that there is not
      await client.login({ mail: 'ada@example.com', password: 'x' });`;
    compile('program.ts', program + wrong);
  });

  for (const [framework, { types, program }] of Object.entries(FRAMEWORKS)) {
    it(`gives the requests of ${framework} their claims`, () => {
      const folder = join(installed, 'node_modules', framework);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: framework, types: 'index.d.ts' }));
      writeFileSync(join(folder, 'index.d.ts'), types);
      compile(`${framework}.ts`, program);
      rmSync(folder, { recursive: true });
    });
  }

  it('can be required from CommonJS', () => {
    const names = ['', '/verify', '/fastify'].map((path) => `'@latchkey/client${path}'`);
    writeFileSync(join(installed, 'old.cjs'), `for (const name of [${names}]) console.log(typeof require(name));`);
    assert.equal(run(installed, process.execPath, 'old.cjs'), 'object\n'.repeat(3));
  });
});

describeInBrowser('the packed client in a browser', (visit) => {
  itInBrowser('logs in, asks and logs out', async (t) => {
    const service = await startService(t, 'sqlite', OWN_PAGES);
    const { id, email, password } = await verified(service);
    const entry = join(installed, 'page.js');
    writeFileSync(entry, "export * from '@latchkey/client';");
    const { outputFiles } = buildSync({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'lk',
    });
    const { page } = await visit(t, service);
    await page.route('**/packed', (route) => route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }));
    await page.goto('/packed');
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const found = await page.evaluate(`(async () => {
      const client = lk.createClient({ storage: localStorage });
      await client.login(${JSON.stringify({ email, password })});
      const { data } = await client.call('GET /api/me');
      await client.logout();
      return [data.id, await client.resume() ?? null, localStorage.length];
    })()`);
    assert.deepEqual(found, [id, null, 0]);
  });
});
