import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { FEATURE_COMMANDS } from '../../src/features/commands.ts';
import { composed, DECLARED_FEATURES } from '../../src/features/declarations.ts';
import { FEATURES } from '../../src/features/index.ts';

const SRC = join(import.meta.dirname, '../../src');
const folders = globSync('features/*/', { cwd: SRC });

const importsOf = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(SRC, resolve(SRC, dirname(file), path)),
  );

describe('the optional features', () => {
  it('have a folder each, with what they declare and what they do', () => {
    assert.ok(folders.length > 0);
    for (const folder of folders) {
      for (const file of ['declared.ts', 'feature.ts']) assert.ok(existsSync(join(SRC, folder, file)), folder);
    }
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    assert.deepEqual(names(FEATURES), names(DECLARED_FEATURES));
    assert.equal(FEATURES.length, folders.length);
  });

  it('are imported by the lists alone', () => {
    const others = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter((file) => !file.startsWith('features/'));
    assert.ok(others.length > 500);
    const inFolder = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`));
    assert.deepEqual(
      others.filter((file) => importsOf(file).some(inFolder)),
      [],
    );
  });

  it('have all their commands in the help', () => {
    for (const command of FEATURE_COMMANDS.flatMap(({ commands = [] }) => commands))
      assert.ok(COMMANDS.includes(command));
  });

  it('cannot hide a row of a table', () => {
    for (const { settings } of DECLARED_FEATURES) {
      for (const name of Object.keys(settings)) {
        assert.throws(() => composed({ [name]: {} }, 'settings'), new Error(`${name} is declared twice`));
      }
    }
  });
});
