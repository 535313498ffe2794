import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Latchkey's files at one commit, and the Node that runs them. */
export interface Program {
  readonly root: string;
  readonly node: string;
}

/** The work tree, including uncommitted changes. */
export const PRESENT: Program = { root: resolve(import.meta.dirname, '..'), node: process.execPath };

/** The commit id of a branch, a tag or an id. */
export function commitOf(ref: string): string {
  const refusal = (reason: string) => new Error(`--against ${ref}: ${reason}`);
  if (spawnSync('git', ['--version']).error) throw refusal('git is not installed');
  if (git('rev-parse', '--git-dir') === undefined)
    throw refusal('this is not a git repository, but a copy of its files');
  const found = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  if (found === undefined) throw refusal('git knows no such commit');
  return found.trim();
}

/**
 * Unpacks a commit into a temporary folder with packages, ready to start. Uses an archive, because a git worktree would
 * have to be unregistered.
 */
export async function checkOut(t: Lifetime, commit: string, hasOwnNode: boolean): Promise<Program> {
  const folder = temporaryFolder(t);
  const archive = join(folder, 'archive.tar');
  const root = join(folder, 'program');
  mkdirSync(root);
  if (git('archive', '--output', archive, commit) === undefined) throw new Error(`git cannot archive ${commit}`);
  await promisify(execFile)('tar', ['-xf', archive, '-C', root]);
  if (!existsSync(join(root, 'src/start.js'))) throw new Error(`--against ${commit}: it has no src/start.js to start`);
  if (hasSamePackages(root)) linkPackages(root);
  else await installPackages(t, root);
  return { root, node: hasOwnNode ? ownNode(root) : PRESENT.node };
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: PRESENT.root, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

function hasSamePackages(root: string): boolean {
  const lockfile = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  return lockfile(root) === lockfile(PRESENT.root);
}

/** Links packages one by one, because each program keeps its compile cache in this folder. */
function linkPackages(root: string): void {
  const from = join(PRESENT.root, 'node_modules');
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(from)) {
    if (name !== '.cache') symlinkSync(join(from, name), join(root, 'node_modules', name));
  }
}

async function installPackages(t: Lifetime, root: string): Promise<void> {
  const stop = new AbortController();
  const installed = promisify(execFile)('npm', ['ci', '--omit=dev'], { cwd: root, signal: stop.signal });
  // Otherwise it would keep writing into a folder that is about to be removed.
  cleanUpAfter(t, async () => {
    stop.abort();
    await installed.catch(() => {});
  });
  try {
    await installed;
  } catch (error) {
    throw new Error(`npm ci of the earlier commit failed: ${(error as { stderr?: string }).stderr || error}`);
  }
}

function ownNode(root: string): string {
  const node = join(root, 'node_modules/.bin/node');
  if (!existsSync(node)) throw new Error(`--own-node: the earlier commit pins no Node for ${process.platform}`);
  return node;
}

/** The options of Node and the script, as in `npm start`. */
export function startCommand({ root }: Program): { script: string; nodeOptions: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [, ...nodeOptions] = scripts.start.split(' ');
  const script = join(root, nodeOptions.pop() ?? '');
  return { script, nodeOptions };
}

/** Each program fills its own database, because only it knows its schema. */
export async function fillBy(
  { root, node }: Program,
  settings: Readonly<Record<string, string>>,
  accounts: number,
): Promise<void> {
  const env = { PATH: process.env.PATH, ...settings };
  await promisify(execFile)(node, [join(root, 'bench/main.ts'), '--seed', String(accounts)], { env, cwd: root });
}
