import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { linkScript } from '../../src/pages/link-script.ts';
import { planScriptFiles } from '../../src/pages/script-files.ts';
import { cleanUpAfter } from '../support/clean-up.ts';

type Modules = Readonly<Record<string, string>>;

/** The linked files of these modules (by their path below pages/browser), by their path. */
function link(modules: Modules, addressOf = (path: string) => `/${path}`): Map<string, string> {
  const sources = new Map(Object.entries(modules).map(([name, source]) => [`pages/browser/${name}.ts`, source]));
  const { files, homeOf } = planScriptFiles(sources);
  const codeOf = (module: string) => sources.get(module) ?? '';
  return new Map([...files].map(([path, file]) => [path, linkScript(file, { homeOf, codeOf, addressOf })]));
}

/** Runs the script of a page, in which modules note in `ran` that they run. */
async function run(t: TestContext, modules: Modules, page: string): Promise<{ ran: string[]; page: Modules }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-linked-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const addressOf = (path: string) => pathToFileURL(join(folder, path.replace(/\.js$/, '.mjs'))).href;
  for (const [path, code] of link(modules, addressOf)) {
    const file = join(folder, path.replace(/\.js$/, '.mjs'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  const ran: string[] = [];
  Object.assign(globalThis, { ran });
  return { page: await import(addressOf(`pages/browser/${page}.js`)), ran };
}

const notes = (name: string) => `ran.push('${name}');\n`;

describe('linking the scripts of the pages', () => {
  it('runs what a page imports, once, in the order in which the browser would, and nothing else', async (t) => {
    const modules = {
      first: `import { b } from './b.ts';\nimport { a } from './a.ts';\n${notes('first')}export const result = a() + b;\nexport const later = await import('./later.ts');\n`,
      second: `import { a } from './a.ts';\nimport { c } from './c.ts';\n${notes('second')}a(c);\n`,
      a: `import { d } from './d.ts';\n${notes('a')}const own = 'a';\nexport function a() {\n  return own + d.count++;\n}\n`,
      b: `import { d as counter } from './d.ts';\n${notes('b')}const own = 'b';\nexport const b = own + counter.count++;\n`,
      c: `${notes('c')}export class C {}\nexport const c = new C();\n`,
      d: `${notes('d')}export const d = { count: 1 };\n`,
      later: `import { a } from './a.ts';\n${notes('later')}export async function more() {\n  return a();\n}\n`,
    };
    const { page, ran } = await run(t, modules, 'first');
    assert.deepEqual(ran, ['d', 'b', 'a', 'first', 'later']);
    const { result, later } = page as unknown as { result: string; later: { more(): Promise<string> } };
    assert.equal(result, 'a2b1');
    assert.equal(await later.more(), 'a3', 'the same module, with the same state');
  });

  it('puts what several pages need into one file, and what screens of the console alone need into another', () => {
    const linked = link({
      login: `import { both } from './both.ts';\nimport { mine } from './mine.ts';\n`,
      account: `import { both } from './both.ts';\n`,
      'admin/one': `import { both } from '../both.ts';\nimport { console } from './console.ts';\n`,
      'admin/two': `import { console } from './console.ts';\nconst step = import('../mine.ts');\n`,
      both: 'export const both = 1;\n',
      mine: 'export const mine = 1;\n',
      'admin/console': `import { both } from '../both.ts';\nexport const console = 1;\n`,
    });
    const comments = [...linked].map(([path, code]) => [
      path.replace('pages/browser/', ''),
      [...code.matchAll(/^\/\/ pages\/browser\/(.*)\.ts$/gm)].map(([, name]) => name).sort(),
    ]);
    assert.deepEqual(Object.fromEntries(comments), {
      'login.js': ['login'],
      'account.js': ['account'],
      'admin/one.js': ['admin/one'],
      'admin/two.js': ['admin/two'],
      'shared.js': ['both', 'mine'],
      'admin/shared.js': ['admin/console'],
      // An import at run time finds the exports here, wherever the module is.
      'mine.js': [],
    });
    assert.match(linked.get('pages/browser/mine.js') ?? '', /^export const \{ mine \} = /m);
  });

  const MODULE = 'export const a = 1;\n';
  for (const [what, modules, error] of [
    [
      'modules that import each other',
      { page: `import { a } from './a.ts';\n`, a: `import { b } from './b.ts';\n`, b: `import { a } from './a.ts';\n` },
      /a circle of imports: .*a\.ts → .*b\.ts → .*a\.ts/,
    ],
    ['a module that is missing', { page: `import { a } from './a.ts';\n` }, /page\.ts imports .*a\.ts, which browsers/],
    ['all of a module', { page: `import * as all from './a.ts';\n`, a: MODULE }, /page\.ts cannot be .*import \* as/],
    ['a default export', { page: 'export default 1;\n' }, /page\.ts cannot be .*export default 1/],
    ['an export that changes', { page: 'export let count = 1;\n' }, /page\.ts cannot be .*export let count/],
    ['a list of exports', { page: 'const a = 1;\nexport { a };\n' }, /page\.ts cannot be .*export \{ a \}/],
    ['an export of another module', { page: `export { a } from './a.ts';\n`, a: MODULE }, /page\.ts cannot be linked/],
    ['a name that is taken', { shared: MODULE }, /shared\.ts is a reserved name/],
  ] as const) {
    it(`refuses ${what}`, () => {
      assert.throws(() => link(modules), error);
    });
  }
});
