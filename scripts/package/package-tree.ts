import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SCRIPT_SOURCES } from '../../src/app/script-sources.ts';
import { serializeBundle } from '../../src/pages/built-scripts.ts';
import { bundleScripts } from '../../src/pages/bundle-scripts.ts';
import { apiExamples } from '../api-examples.ts';
import { importsOfJavaScript, toJavaScript } from './javascript.ts';
import { installedPackages, type Lockfile, type Manifest, manifestOf } from './manifest.ts';
import type { FileEntry, FileTree } from './tar.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** Copied unchanged. */
const AS_IS = [
  'bin/*',
  'deploy/**/*',
  'migrations/**/*.sql',
  'LICENSE',
  '*.md',
  // With all that they link to.
  'docs/**/*.md',
  'docs/{brands,images}/**/*',
  'examples/**/*',
  '.env.example',
  'compose.yaml',
];
/** Code that only bundles scripts. */
const LEFT_OUT = ['src/pages/bundle-scripts.ts'];
/** Without the rest of its package, which has 13 MB and a dependency that counts installations. */
const SWAGGER_UI = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];
const IN_BROWSERS = /^src\/(pages\/browser|console\/(screens|components)|reference\/browser)\//;

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The files of the npm package: JavaScript, because Node does not strip types below node_modules. */
export async function packageTree(): Promise<FileTree> {
  const manifest = readJson<Manifest>('package.json');
  const lock = readJson<Lockfile>('package-lock.json');
  const scripts = await bundleScripts(SCRIPT_SOURCES);
  return new Map<string, FileEntry>([
    ...filesOf(AS_IS).map((path) => [path, { from: join(ROOT, path), isExecutable: isExecutable(path) }] as const),
    ['docs/api-examples.md', { content: apiExamples() }],
    ...filesOf(['src/**/*']).map(sourceEntry),
    ...SWAGGER_UI.map(
      (name) =>
        [`src/reference/swagger-ui/${name}`, { from: join(ROOT, 'node_modules/swagger-ui-dist', name) }] as const,
    ),
    ['src/pages/built-scripts.json', { content: serializeBundle(scripts) }],
    ['package.json', { content: toText(manifestOf(manifest, lock)) }],
  ]);
}

const isFile = (path: string): boolean => statSync(join(ROOT, path)).isFile();
const isExecutable = (path: string): boolean => /^bin\/|\.sh$/.test(path);

const filesOf = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => isFile(path) && !IN_BROWSERS.test(path) && !LEFT_OUT.includes(path));

function sourceEntry(path: string): [path: string, entry: FileEntry] {
  const read = () => readFileSync(join(ROOT, path), 'utf8');
  if (path.endsWith('.ts')) return [path.replace(/ts$/, 'js'), { content: toJavaScript(read()) }];
  return [path, path.endsWith('.js') ? { content: importsOfJavaScript(read()) } : { from: join(ROOT, path) }];
}

/** Node's headers and manual pages, which no service needs. */
const OF_NODE_ALONE = /^node_modules\/node-[^/]+\/(include|share)\//;

/** Skips nested packages, which the lockfile lists separately. */
const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !path.slice(folder.length).startsWith('/node_modules/') && !OF_NODE_ALONE.test(path));

const installedEntry = (path: string): [path: string, entry: FileEntry] => [
  path,
  { from: join(ROOT, path), isExecutable: (statSync(join(ROOT, path)).mode & 0o111) !== 0 },
];

/** The content of node_modules after `npm ci --omit=dev` on this platform, including its Node. */
export function dependencyTree(tree: FileTree): FileTree {
  const shipped = installedPackages(readJson<Lockfile>('package-lock.json')).map(([path]) => path);
  const installed = shipped.filter((path) => existsSync(join(ROOT, path)));
  const files = installed.flatMap((folder) => filesBelow(folder).map(installedEntry));
  const node = installed.find((path) => /^node_modules\/node-(bin-)?(linux|darwin|win)/.test(path));
  if (node === undefined) throw new Error('the lockfile brings no Node for this platform');
  const link: FileEntry = { linkTo: `../${node.slice('node_modules/'.length)}/bin/node` };
  return new Map([...tree, ...files, ['node_modules/.bin/node', link]]);
}
