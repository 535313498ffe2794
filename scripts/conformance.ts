import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { startChromium } from '../test/support/chromium.ts';
import { findBrowser, NO_BROWSER } from '../test/support/find-browser.ts';
import { type Plan, runPlan, SUITE, untilSuiteIsUp } from './conformance/suite.ts';

// npm run conformance: the OpenID Foundation's suite, in Docker, against a Latchkey that runs elsewhere. See docs/openid.md.
const ALIAS = 'latchkey';
const AT_SUITE = `${SUITE}/test/a/${ALIAS}`;
const SOURCE = 'https://gitlab.com/openid/conformance-suite.git';
const LATCHKEY = resolve(import.meta.dirname, '../bin/latchkey');

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function stop(why: string): never {
  process.stderr.write(`conformance: ${why}\n`);
  process.exit(2);
}

const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const run = (cwd: string, command: string, ...args: string[]): void =>
  void execFileSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, MAVEN_CACHE: './m2' } });

const { ISSUER = '', EMAIL = '', PASSWORD = '' } = process.env;
if (!works('docker', 'compose', 'version') || !works('docker', 'info'))
  stop('needs Docker with its compose command, and a daemon that answers; nothing was started');
if (!works('git', '--version')) stop('needs git, to fetch the suite');
if (!ISSUER.startsWith('https://') || EMAIL === '' || PASSWORD === '')
  stop('needs ISSUER (https), and EMAIL and PASSWORD of a verified account there without a second factor');
const found = findBrowser();
if (found === undefined) stop(NO_BROWSER);

const { release, plans } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'conformance/plans.json'), 'utf8')) as {
  release: string;
  plans: Plan[];
};
const folder = join(homedir(), '.cache', 'latchkey-conformance', release);
if (!existsSync(folder)) run('.', 'git', 'clone', '--depth', '1', '--branch', release, SOURCE, folder);
if (!existsSync(join(folder, 'target')))
  run(folder, 'docker', 'compose', '-f', 'builder-compose.yml', 'run', '--rm', 'builder');
run(folder, 'docker', 'compose', 'up', '--detach');
await untilSuiteIsUp();

/** In the database that the environment names, which is that of the issuer. */
function addClient(name: string) {
  const added = execFileSync(
    LATCHKEY,
    [
      'clients',
      'add',
      name,
      '--json',
      '--scopes',
      'openid,profile,email,phone,offline_access',
      '--redirect-uri',
      `${AT_SUITE}/callback`,
      '--post-logout-redirect-uri',
      `${AT_SUITE}/post_logout_redirect`,
      '--backchannel-logout-uri',
      `${AT_SUITE}/backchannel_logout`,
    ],
    { encoding: 'utf8' },
  );
  const { client, client_secret } = JSON.parse(added) as { client: { id: string }; client_secret: string };
  return { client_id: client.id, client_secret };
}
const clients = [addClient('Conformance suite'), addClient('Conformance suite, another app')];
const configuration = {
  alias: ALIAS,
  server: { discoveryUrl: `${ISSUER}/.well-known/openid-configuration`, login_hint: EMAIL },
  client: clients[0],
  client_secret_post: clients[0],
  client2: clients[1],
};

const { browser, close } = await startChromium(found);
/** One profile, as the suite expects: whoever logged in stays logged in, unless the app wants otherwise. */
const context = await browser.newContext({ ignoreHTTPSErrors: true });

/** What somebody would do on the way back to the app: type, confirm, allow. */
async function visit(url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  const steps: readonly (readonly [seen: string, act: () => Promise<void>])[] = [
    [
      '#login-form:visible',
      async () => {
        await page.fill('#email', EMAIL);
        await page.fill('#password', PASSWORD);
        await page.click('#login-form button[type=submit]');
      },
    ],
    [
      '#recent-login #password:visible',
      async () => {
        await page.fill('#recent-login #password', PASSWORD);
        await page.press('#recent-login #password', 'Enter');
      },
    ],
    ['#consent-form:visible', () => page.click('#consent-form button[type=submit]')],
    ['#app-logout form:visible', () => page.click('#app-logout form button')],
  ];
  for (let looks = 0; looks < 20 && page.url().startsWith(ISSUER); looks += 1) {
    for (const [seen, act] of steps) if (await page.locator(seen).count()) await act().catch(() => {});
    await page.waitForTimeout(500);
  }
  await page.close();
}

const GOOD = ['PASSED', 'WARNING', 'REVIEW', 'SKIPPED'];
for (const plan of plans) {
  print(plan.name);
  for (const { module, result } of await runPlan(plan, configuration, visit)) {
    print(`  ${result.padEnd(8)} ${module}`);
    if (!GOOD.includes(result)) process.exitCode = 1;
  }
}
await close();
for (const { client_id } of clients) execFileSync(LATCHKEY, ['clients', 'remove', client_id]);
print(`The suite goes on at ${SUITE}; it ends with: docker compose --project-directory ${folder} down`);
