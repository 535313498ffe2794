import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type Loader, transformSync } from 'esbuild';
import { UNTRACKED_FILES } from '../scripts/generated-docs.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['.', 'docs', 'docs/moving', 'client', 'deploy', 'examples'].filter((folder) =>
  existsSync(join(ROOT, folder)),
);
const FILES = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)));
/** By their names; a clone has them once `npm run docs` has run. */
const UNTRACKED = new Map(UNTRACKED_FILES.map(({ file, content }) => [file, content]));
const DOCUMENTS = new Set([...FILES, ...UNTRACKED.keys()].filter((file) => file.endsWith('.md')));

const read = (file: string): string => UNTRACKED.get(file)?.() ?? readFileSync(join(ROOT, file), 'utf8');
const isThere = (file: string): boolean => existsSync(join(ROOT, file)) && !UNTRACKED.has(file);
const CODE_BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** As GitHub names the heading in an address. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

function anchorsOf(file: string): Set<string> {
  const headings = read(file)
    .replaceAll(CODE_BLOCK, '')
    .matchAll(/^#+ (.*)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}

/** What is wrong with a link, or undefined. Addresses of other hosts are not asked for. */
function faultOf(document: string, link: string): string | undefined {
  if (/^(https?|mailto):/.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (target !== document && !isThere(target)) return `${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : `${link}: ${target} has no such heading`;
}

/** What is wrong with a block of code, or undefined. */
const CHECKS: Record<string, (code: string) => string | undefined> = {
  sh(code) {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: code, encoding: 'utf8' });
    return status === 0 ? undefined : stderr;
  },
  js: (code) => faultOfEsbuild(code, 'js'),
  ts: (code) => faultOfEsbuild(code, 'ts'),
  css: (code) => faultOfEsbuild(code, 'css'),
  json: (code) => faultOfEsbuild(code, 'json'),
};

function faultOfEsbuild(code: string, loader: Loader): string | undefined {
  try {
    const { warnings } = transformSync(code, { loader, logLevel: 'silent' });
    return warnings[0]?.text;
  } catch (error) {
    return String(error);
  }
}

const wordsIn = (file: string): number => readFileSync(join(ROOT, file), 'utf8').split(/\s+/).filter(Boolean).length;
const wordsInAll = (files: readonly string[]): number => files.reduce((sum, file) => sum + wordsIn(file), 0);

describe('the documents', () => {
  it('are short enough to be read: 35,000 words in all, 5,000 on each path, 700 in the README', () => {
    const tracked = [...DOCUMENTS].filter((file) => !UNTRACKED.has(file));
    assert.ok(wordsInAll(tracked) <= 35_000, `${wordsInAll(tracked)} words in all`);
    assert.ok(wordsIn('README.md') <= 700);
    const paths = [...read('docs/README.md').matchAll(/^- \*\*(.+)\*\*: ((?:.+\n)+?)(?=- |\n)/gm)];
    assert.equal(paths.length, 4);
    for (const [, reader, links = ''] of paths) {
      const files = [...links.matchAll(/\]\((.+?)\)/g)].map(([, link = '']) => join('docs', link));
      assert.ok(files.length > 1);
      assert.ok(wordsInAll(files) <= 5_000, `${reader}: ${wordsInAll(files)} words`);
    }
  });

  for (const document of DOCUMENTS) {
    it(`${document}: every link leads somewhere, and every block of code can be read by its language`, () => {
      const text = read(document);
      const links = [...text.replaceAll(CODE_BLOCK, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
      assert.deepEqual(
        links.map((link) => faultOf(document, link)).filter((fault) => fault !== undefined),
        [],
      );
      const faults = [...text.matchAll(CODE_BLOCK)].map(([, language = '', code = '']) => CHECKS[language]?.(code));
      assert.deepEqual(
        faults.filter((fault) => fault !== undefined),
        [],
      );
    });
  }
});
