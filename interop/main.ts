import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { createLifetime } from '../bench/lifetime.ts';
import { OPENAPI_TEXT } from '../scripts/openapi-text.ts';
import { createServiceProcess } from '../test/support/service-process.ts';

const FOLDER = import.meta.dirname;
const GENERATED = resolve(FOLDER, 'generated');
const DOCUMENT = join(GENERATED, 'openapi.json');
const COMMANDS = resolve(FOLDER, 'node_modules/.bin');

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The tools need Node 22 or later: npm is run with the Node that runs this file. */
const PATH = `${resolve(process.execPath, '..')}:${process.env.PATH}`;

function run(what: string, command: string, ...args: readonly string[]): void {
  print(what);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { ...process.env, PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (status !== 0) throw new Error(`${what} failed:\n${stdout}${stderr}`);
}

const judge = (what: string, command: string, ...args: readonly string[]): void =>
  run(what, join(COMMANDS, command), ...args);

/** The journey of one generated client against a service of its own. */
async function runJourney(name: string): Promise<void> {
  print(`a journey with ${name}`);
  const outfile = join(GENERATED, `${name}-journey.mjs`);
  await build({
    entryPoints: [join(FOLDER, `clients/${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const lifetime = createLifetime();
  try {
    const service = await createServiceProcess(lifetime);
    await service.start();
    const { journey } = (await import(pathToFileURL(outfile).href)) as {
      journey(baseUrl: string): Promise<{ account_status: string }>;
    };
    const { account_status: status } = await journey(service.url);
    if (status !== 'ACTIVE') throw new Error(`the account is ${status}`);
  } finally {
    await lifetime.end();
  }
}

/** False without a network: whoever works offline has all other tests. */
function install(): boolean {
  try {
    run('installing the tools', 'npm', 'ci', '--loglevel=error');
    return true;
  } catch (error) {
    if (!/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b/.test(String(error))) throw error;
    print(`SKIPPED: npm run interop, because the registry cannot be reached.\n${error}`);
    return false;
  }
}

if (!existsSync(COMMANDS) && !install()) process.exit();
// Loaded from among the tools, which have just been installed.
const { kubernetesProgram } = await import('./kubernetes.ts');
rmSync(GENERATED, { recursive: true, force: true });
mkdirSync(GENERATED);
writeFileSync(DOCUMENT, OPENAPI_TEXT);
judge('linting with Redocly', 'redocly', 'lint', DOCUMENT, '--config', 'redocly.yaml', '--max-problems', '20');
judge('linting with Spectral', 'spectral', 'lint', DOCUMENT, '--ruleset', '.spectral.yaml', '--fail-severity', 'hint');
judge(
  'generating with openapi-typescript',
  'openapi-typescript',
  DOCUMENT,
  '-o',
  join(GENERATED, 'openapi-typescript.ts'),
);
judge('generating with hey-api', 'openapi-ts', '-i', DOCUMENT, '-o', join(GENERATED, 'hey-api'), '--silent');
writeFileSync(join(GENERATED, 'kubernetes.ts'), kubernetesProgram());
judge('compiling what they generated, and the manifest for Kubernetes', 'tsc', '--noEmit', '-p', '.');
run('checking the manifest for Kubernetes', process.execPath, join(GENERATED, 'kubernetes.ts'));
await runJourney('openapi-fetch');
await runJourney('hey-api');
print('nothing was found');
