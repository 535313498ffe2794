// npm run examples: Latchkey, an API and two apps that log people in with it, on one machine, with a database of their
// own that is removed at the end. What an app needs of Latchkey is what `clients add` is given here.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const [latchkeyPort, pagePort, serverPort, apiPort] = (process.env.PORTS ?? '3000,4001,4002,4003').split(',');
const at = (port) => `http://localhost:${port}`;
const ISSUER = at(latchkeyPort);
const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const LATCHKEY = folder('../bin/latchkey');
const DATA_DIR = mkdtempSync(join(tmpdir(), 'latchkey-examples-'));
const environment = { ...process.env, DATA_DIR, OPENID: 'on', HOST: 'localhost', PORT: latchkeyPort };

const running = [];
const start = (command, args, env) => running.push(spawn(command, args, { env, stdio: 'inherit' }));
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(DATA_DIR, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());

start(LATCHKEY, [], environment);
while (!(await fetch(`${ISSUER}/readyz`).catch(() => undefined))?.ok) await setTimeout(100);

const addClient = (name, ...options) =>
  JSON.parse(execFileSync(LATCHKEY, ['clients', 'add', name, '--json', ...options], { env: environment }));
const page = addClient(
  'Single-page app',
  ...['--type', 'public', '--first-party', '--audience', at(apiPort)],
  ...['--scopes', 'openid,profile,email,offline_access'],
  ...['--redirect-uri', `${at(pagePort)}/`, '--post-logout-redirect-uri', `${at(pagePort)}/`],
);
const app = addClient(
  'Server-rendered app',
  ...['--redirect-uri', `${at(serverPort)}/callback`, '--post-logout-redirect-uri', `${at(serverPort)}/`],
  ...['--backchannel-logout-uri', `${at(serverPort)}/backchannel-logout`],
);

const CLIENT_ID = app.client.id;
start(process.execPath, [folder('server-app.js')], {
  ISSUER,
  CLIENT_ID,
  CLIENT_SECRET: app.client_secret,
  PORT: serverPort,
});
start(process.execPath, [folder('api.js')], { ISSUER, AUDIENCE: at(apiPort), APP_ORIGIN: at(pagePort), PORT: apiPort });

// As any single-page app is: one file with the libraries in it.
const { outputFiles } = await build({
  ...{ entryPoints: [folder('single-page-app/app.js')], bundle: true, format: 'esm', write: false },
});
const settings = JSON.stringify({ issuer: ISSUER, client_id: page.client.id, api: at(apiPort) });
const files = {
  '/': ['text/html', readFileSync(folder('single-page-app/index.html'))],
  '/app.js': ['text/javascript', outputFiles[0].contents],
  '/settings.json': ['application/json', settings],
};
createServer(({ url }, response) => {
  const [type, content] = files[url.split('?', 1)[0]] ?? [];
  if (content) response.setHeader('content-type', type).end(content);
  else response.writeHead(404).end();
}).listen(Number(pagePort), 'localhost', () => console.log(`The single-page app is at ${at(pagePort)}/`));
