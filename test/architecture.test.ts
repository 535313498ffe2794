import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';

const SRC = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.ts', { cwd: SRC }).sort();

/** What a folder (or a file of its own beside them) may import, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  accounts: [],
  config: ['store'],
  'owned-files.ts': [],
  store: ['accounts', 'config', 'owned-files.ts'],
  http: ['accounts', 'store', 'operations', 'mail', 'config', 'log.ts'],
  operations: ['accounts', 'store', 'http', 'config'],
  mail: ['accounts', 'store', 'config', 'timers.ts'],
  keys: ['accounts', 'owned-files.ts', 'timers.ts'],
  ops: ['accounts', 'store', 'http', 'mail', 'log.ts', 'timers.ts', 'version.ts'],
  cli: ['accounts', 'store', 'http', 'mail', 'keys', 'config', 'kept-secret.ts', 'owned-files.ts', 'version.ts'],
  pages: ['accounts', 'http', 'mail', 'config'],
  'log.ts': ['accounts'],
  'timers.ts': [],
  'version.ts': [],
  'kept-secret.ts': ['config', 'keys', 'owned-files.ts'],
  'workers.ts': [],
  'worker-accounts.ts': ['ops'],
  'app.ts': ['*'],
  'main.ts': ['*'],
};

const roomOf = (file: string): string => file.split('/')[0] ?? '';

const importsOf = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/^(?:import|export)\s[^;]*?from '(\.[^']+)';/gms)].map(
    ([, path]) => relative(SRC, resolve(SRC, dirname(file), String(path))),
  );

describe('the architecture', () => {
  it('has no import that runs back up', () => {
    const wrong = files.flatMap((file) => {
      const allowed = MAY_IMPORT[roomOf(file)];
      assert.ok(allowed, `${file} is in a room that this test does not know`);
      return importsOf(file)
        .map(roomOf)
        .filter((room) => room !== roomOf(file) && !allowed.includes(room) && !allowed.includes('*'))
        .map((room) => `${file} imports ${room}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('has no circle', () => {
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `a circle: ${[...path, file].join(' → ')}`);
      if (done.has(file)) return;
      for (const next of importsOf(file)) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });

  it('touches the process in main.ts only', () => {
    const touching = files.filter((file) =>
      /\bprocess\.|from 'node:process'/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    assert.deepEqual(touching, ['main.ts']);
  });

  it('is started the same way by npm and by its own command', () => {
    const file = (name: string) => readFileSync(join(SRC, '..', name), 'utf8');
    const { scripts } = JSON.parse(file('package.json')) as { scripts: { start: string } };
    const [, options] = /^exec node (.+) "\$root/m.exec(file('bin/latchkey')) ?? [];
    assert.equal(scripts.start, `node ${options} src/start.js`);
  });
});
