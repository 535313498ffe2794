import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { FEATURE_COMMANDS } from '../../src/features/commands.ts';
import { COMPOSED, composed, DECLARED_FEATURES } from '../../src/features/declarations.ts';
import { FEATURES } from '../../src/features/index.ts';
import { EMAIL_TEXTS } from '../../src/mail/texts/languages.ts';
import { operationFiles } from '../support/operation-files.ts';

const SRC = join(import.meta.dirname, '../../src');
const files = globSync('**/*.{ts,tsx}', { cwd: SRC });
const folders = globSync('features/*/', { cwd: SRC });

/** The lists, and the file that each takes from the folder of a feature. No other file may import from there. */
const FACES: Readonly<Record<string, string>> = {
  'features/declarations.ts': 'declared.ts',
  'features/index.ts': 'feature.ts',
  'features/services.ts': 'services.ts',
  'features/commands.ts': 'commands.ts',
};

const read = (file: string): string => readFileSync(join(SRC, file), 'utf8');
const IMPORTS = new Map(
  files.map((file) => [
    file,
    [...read(file).matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
      relative(SRC, resolve(SRC, dirname(file), path)),
    ),
  ]),
);
const importsOf = (file: string): readonly string[] => IMPORTS.get(file) ?? [];
/** The folder of a feature that a file is in, as `features/passkeys`. */
const folderOf = (file: string): string | undefined => folders.find((folder) => file.startsWith(`${folder}/`));

/** What only a file of this name may contain. */
const PLACES: readonly (readonly [content: RegExp, name: RegExp])[] = [
  [/\bsatisfies DeclaredFeature\b/, /^declared\.ts$/],
  [/\bsatisfies Feature\b/, /^feature\.ts$/],
  [/\bsatisfies FeatureCommands\b/, /^commands\.ts$/],
  [/^export const \w+ = error\(/m, /^(declared|errors)\.ts$/],
  [/: setting\(/, /^(declared|settings)\.ts$/],
  [/\bquery(<[^`]*>)?`|\b(INSERT INTO|UPDATE \w+ SET|DELETE FROM) /, /^((.+-)?table|declared|app-logins)\.ts$/],
];

describe('the optional features', () => {
  it('are imported by the lists alone, a file by each', () => {
    const others = files.filter((file) =>
      importsOf(file).some((imported) => {
        const folder = folderOf(imported);
        return folder && folder !== folderOf(file) && imported !== join(folder, FACES[file] ?? 'nothing');
      }),
    );
    assert.deepEqual(others, []);
    for (const [list, face] of Object.entries(FACES)) {
      const faces = globSync(`features/*/${face}`, { cwd: SRC }).sort();
      assert.deepEqual(importsOf(list).filter(folderOf).sort(), faces, list);
    }
  });

  it('import no list', () => {
    const reaching = files
      .filter(folderOf)
      .filter((file) =>
        importsOf(file).some((path) => /^features\/[^/]+$/.test(path) && basename(path) !== 'feature.ts'),
      );
    assert.deepEqual(reaching, []);
  });

  it('have a folder each, with what they declare and what they do', () => {
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    assert.deepEqual(names(FEATURES), names(DECLARED_FEATURES));
    assert.equal(new Set(names(FEATURES)).size, folders.length);
  });

  it('have each thing in the file that is named after it', () => {
    const operations = new Set(operationFiles().map(({ file }) => file));
    for (const file of files.filter(folderOf)) {
      const name = basename(file);
      for (const [content, place] of PLACES)
        assert.ok(place.test(name) || !content.test(read(file)), `${file} ${content}`);
      assert.match(name, /^[a-z]+(-[a-z]+)*\.ts$/, file);
      assert.doesNotMatch(name, /^(index|types?|utils?|helpers?|common|constants|queries|operations)\.ts$/, file);
      const isFace = Object.values(FACES).includes(relative(String(folderOf(file)), file));
      const isUsed = files.some((other) => folderOf(other) === folderOf(file) && importsOf(other).includes(file));
      assert.ok(isFace || isUsed || operations.has(file), `${file} is used`);
    }
  });

  it('create their tables and locks, and write their e-mails in every language', async () => {
    for (const folder of folders) {
      const exported: unknown[] = Object.values(await import(join(SRC, folder, 'declared.ts')));
      const declared = DECLARED_FEATURES.find((one) => exported.includes(one));
      assert.ok(declared, folder);
      const { personalData = {}, notPersonal = {}, locks = [], emails = {} } = declared;
      const tables = Object.keys({ ...personalData, ...notPersonal }).sort();
      for (const kind of tables.length + locks.length > 0 ? ['sqlite', 'postgres'] : []) {
        const baseline = read(`${folder}/baseline.${kind}.sql`);
        const named = (pattern: RegExp) => [...baseline.matchAll(pattern)].map(([, name]) => name).sort();
        assert.deepEqual(named(/^CREATE TABLE (\w+)/gm), tables, `${folder} ${kind}`);
        assert.deepEqual(named(/^INSERT INTO locks \(name\) VALUES \('(\w+)'\)/gm), locks, `${folder} ${kind}`);
      }
      const texts = Object.keys(emails).length > 0 ? Object.keys(EMAIL_TEXTS) : [];
      const written = globSync('email-texts/*', { cwd: join(SRC, folder) }).map((file) => basename(file).split('.')[0]);
      assert.deepEqual(written.sort(), texts.sort(), folder);
    }
  });

  it('have all their commands in the help', () => {
    for (const command of FEATURE_COMMANDS.flatMap(({ commands = [] }) => commands))
      assert.ok(COMMANDS.includes(command));
  });

  it('cannot hide a row of the core or of each other', () => {
    for (const table of COMPOSED) {
      const rows = DECLARED_FEATURES.flatMap((feature) => Object.keys(feature[table] ?? {}));
      assert.ok(rows.length > 0, table);
      for (const name of rows) {
        const twice = new Error(`${name} is declared twice`);
        const another = { ...DECLARED_FEATURES[0], [table]: { [name]: {} } } as (typeof DECLARED_FEATURES)[number];
        assert.throws(() => composed({ [name]: {} }, table), twice);
        assert.throws(() => composed({}, table, [...DECLARED_FEATURES, another]), twice);
      }
    }
  });
});
