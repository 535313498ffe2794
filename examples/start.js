// npm run examples: Latchkey, an API and two apps that log people in with it, on one machine, with a database of their
// own that is removed at the end. What an app needs of Latchkey is what `clients add` is given here.
import { execFileSync, spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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
  ...['--public', '--first-party', '--audience', at(apiPort)],
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

const settings = JSON.stringify({ issuer: ISSUER, client_id: page.client.id, api: at(apiPort) });
const library = folder('../node_modules/oauth4webapi/build/index.js');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };
createServer(({ url }, response) => {
  const name = url.split('?', 1)[0] === '/' ? '/index.html' : url;
  const file = name === '/oauth4webapi.js' ? library : join(folder('single-page-app'), name);
  response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain');
  if (name === '/settings.json') response.end(settings);
  else if (/^\/[\w.-]+$/.test(name) && existsSync(file)) createReadStream(file).pipe(response);
  else response.writeHead(404).end();
}).listen(Number(pagePort), 'localhost', () => console.log(`The single-page app is at ${at(pagePort)}/`));
