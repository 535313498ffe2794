import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAfter, type Lifetime } from '../../test/support/clean-up.ts';
import { until } from '../../test/support/until.ts';

const at = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The commands in docs/deploy.md that create a test certificate. */
function printedCommands(): string {
  const [, commands] = /^```sh\n((?:(?!^```).*\n)*openssl req(?:.*\n)*?)```$/m.exec(at('docs/deploy.md')) ?? [];
  if (commands === undefined) throw new Error('docs/deploy.md makes no certificate');
  return commands;
}

export interface Nginx {
  readonly version: string;
  readonly name: string;
  /** The upstream servers of the file. */
  readonly instances: readonly { readonly host: string; readonly port: string }[];
  readonly certificate: string;
  errors(): string;
}

export function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout + stderr;
}

/**
 * Starts Debian's nginx with deploy/nginx.conf in separate network and mount namespaces, where its addresses, ports and
 * paths are free.
 */
export async function startPrintedNginx(t: Lifetime): Promise<Nginx> {
  const file = at('deploy/nginx.conf');
  const instances = [...file.matchAll(/^ *server ([\d.]+):(\d+)/gm)].map(([, host = '', port = '']) => ({
    host,
    port,
  }));
  const name = /server_name (\S+);/.exec(file)?.[1] ?? '';
  run('ip', ['link', 'set', 'lo', 'up']);
  for (const { host } of instances) run('ip', ['address', 'add', `${host}/32`, 'dev', 'lo']);

  const folder = mkdtempSync(join(tmpdir(), 'latchkey-nginx-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  cpSync('/etc/nginx', folder, { recursive: true });
  for (const own of ['conf.d', 'sites-enabled']) {
    for (const other of readdirSync(join(folder, own))) rmSync(join(folder, own, other));
  }
  run('mount', ['--bind', folder, '/etc/nginx']);
  mkdirSync('/var/log/nginx', { recursive: true });
  for (const private_ of ['/run', '/var/log/nginx']) run('mount', ['-t', 'tmpfs', 'tmpfs', private_]);
  run('sh', ['-ec', printedCommands()]);
  writeFileSync('/etc/nginx/conf.d/latchkey.conf', file);
  run('nginx', ['-t']);
  const child: ChildProcess = spawn('nginx', ['-g', 'daemon off;'], { stdio: 'inherit' });
  cleanUpAfter(t, () => child.kill('SIGTERM'));
  await until('nginx listens', () => listens(443));
  return {
    version: run('nginx', ['-v']).trim(),
    name,
    instances,
    certificate: readFileSync(`/etc/nginx/tls/${name}.pem`, 'utf8'),
    errors: () => readFileSync('/var/log/nginx/error.log', 'utf8'),
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
