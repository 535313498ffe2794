import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { ROUTES } from '../src/app/routes.ts';
import { operationFiles } from './support/operation-files.ts';

const SRC = resolve(import.meta.dirname, '../src');
const files = globSync('**/*.{ts,tsx,js}', { cwd: SRC }).sort();

/** Beside the service: pages use its session, and it uses nothing of the service. */
const CLIENT = '../client/';

/** The rows of the features are collected by tables below everything that the features need. */
const DECLARED =
  /^features\/(declarations\.ts|[^/]+\/((declared|errors|settings|setting-formats)\.ts|(declared|email-texts)\/))/;
/** The types of the features' services, which the services of operations extend. */
const SERVICES = /^features\/([^/]+\/)?services\.ts$/;

function moduleOf(file: string): string {
  if (file.startsWith(CLIENT)) return 'client';
  if (DECLARED.test(file)) return 'features/declared';
  if (SERVICES.test(file)) return 'features/services';
  const [, nested] = /^(core\/operations|cli\/framework)\//.exec(file) ?? [];
  return nested ?? file.split('/')[0] ?? '';
}

/** Static, dynamic and re-exporting imports alike. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/(?:^|[^.\w])(?:from|import|import\()\s*'(\.[^']+)'/g)].map(
    ([, path]) => relative(SRC, resolve(SRC, dirname(file), String(path))),
  );

/** Those that are loaded together with the file itself; what `import type` names is not. */
const STATIC_IMPORT = /^(?:import|export) (?!type\b)(?:[^';]*? from )?'([^']+)';/gm;

const REQUIRED = /\brequireCommonJs\('([^']+)'\)/g;

/** The list of ARCHITECTURE.md: what a folder, or a file beside the folders, imports of the others. */
function drawnImports(): Record<string, string[]> {
  const document = readFileSync(join(SRC, '../ARCHITECTURE.md'), 'utf8');
  const [, list = ''] = /<!-- begin imports -->([\s\S]*)<!-- end imports -->/.exec(document) ?? [];
  const items = list.matchAll(/^- `(\S+)` \(([^)]+)\):/gm);
  return Object.fromEntries([...items].map(([, name = '', imports = '']) => [name, imports.split(/,\s+/).sort()]));
}

function actualImports(): Record<string, string[]> {
  const modules = new Map<string, Set<string>>();
  for (const file of files) {
    const own = moduleOf(file);
    for (const other of importsOf(file).map(moduleOf)) {
      if (other !== own) modules.set(own, (modules.get(own) ?? new Set()).add(other));
    }
  }
  return Object.fromEntries([...modules].map(([name, others]) => [name, [...others].sort()]));
}

function refuseCircles(names: readonly string[], importsOfOne: (name: string) => readonly string[]): void {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    assert.ok(!path.includes(name), `a circle: ${[...path, name].join(' → ')}`);
    if (done.has(name)) return;
    for (const next of importsOfOne(name)) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of names) visit(name, []);
}

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('the architecture', () => {
  it('has exactly the imports that ARCHITECTURE.md draws', () => {
    assert.deepEqual(actualImports(), drawnImports());
  });

  it('has a client that can be packed without the service, and needs no other package', () => {
    const ofClient = globSync('client/src/**/*.ts', { cwd: join(SRC, '..') }).map((file) => `../${file}`);
    assert.ok(ofClient.length > 10);
    for (const file of ofClient) {
      const imported = [...readFileSync(join(SRC, file), 'utf8').matchAll(/^(?:import|export) [^;]*from '([^']+)'/gm)];
      for (const [, path = ''] of imported) {
        assert.match(path, /^\.{1,2}\//, file);
        assert.equal(moduleOf(relative(SRC, resolve(SRC, dirname(file), path))), 'client', file);
      }
    }
  });

  it('has no circle of files', () => {
    refuseCircles(files, importsOf);
  });

  it('has no circle of modules', () => {
    const imports = actualImports();
    refuseCircles(Object.keys(imports), (name) => imports[name] ?? []);
  });

  it('has an engine of the store that knows no table', () => {
    const engine = files.filter((file) => file.startsWith('store/engine/'));
    assert.ok(engine.length > 10);
    for (const file of engine) {
      const beside = importsOf(file).filter((path) => moduleOf(path) === 'store' && !path.startsWith('store/engine/'));
      assert.deepEqual(beside, [], file);
    }
  });

  it('lets pages, console and reference know operations by the types of their answers alone', () => {
    for (const file of files.filter((one) => ['pages', 'console', 'reference'].includes(moduleOf(one)))) {
      const source = readFileSync(join(SRC, file), 'utf8');
      const loaded = [...source.matchAll(STATIC_IMPORT)].map(([, path]) => String(path));
      assert.deepEqual(
        loaded.filter((path) => /\/(operations|administration|features)\//.test(path)),
        [],
        file,
      );
    }
  });

  it('is ready to answer without the lazy operations, and without the libraries that only some requests need', () => {
    const loaded = new Set<string>();
    const packages = new Set<string>();
    const visit = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      const source = readFileSync(join(SRC, file), 'utf8');
      for (const [, name = ''] of [...source.matchAll(STATIC_IMPORT), ...source.matchAll(REQUIRED)]) {
        if (name.startsWith('.')) visit(relative(SRC, resolve(SRC, dirname(file), name)));
        else packages.add(name);
      }
    };
    for (const file of ['start.js', 'main.ts', 'app/app.ts']) visit(file);
    const lazy = operationFiles().filter(({ isLazy }) => isLazy);
    assert.ok(lazy.length > 50);
    assert.deepEqual(
      lazy.filter(({ file }) => loaded.has(file)),
      [],
    );
    const LATE = /^(pg|nodemailer|fast-json-stringify|otpauth|qr|bowser|@simplewebauthn|oidc-provider|openid-client)\b/;
    assert.deepEqual([...packages].filter((name) => LATE.test(name)).sort(), []);
    assert.ok(
      packages.has('pino') && packages.has('node:http') && loaded.has('core/operations/login.ts'),
      'the others are found',
    );
  });

  it('names the export of an operation after its id, and the file too', async () => {
    const found = operationFiles();
    assert.equal(found.length, ROUTES.length);
    for (const [at, { file }] of found.entries()) {
      const { id = '' } = (await ROUTES[at]?.load()) ?? {};
      const exported = Object.keys(await import(join(SRC, file)));
      // A file of the administration has the operations of a resource.
      if (/^administration\/|\/admin-[a-z]+s\.ts$/.test(file)) assert.ok(exported.includes(id), `${file} ${id}`);
      else assert.deepEqual([exported, basename(file, '.ts')], [[id], kebabCase(id)], file);
    }
  });

  it('begins a session, and hands out an access token, in one place', () => {
    const holding = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(join(SRC, file), 'utf8')));
    assert.deepEqual(holding(/INTO\s+refresh_tokens/i), ['store/tables/new-session.ts']);
    assert.deepEqual(
      files.filter((file) => importsOf(file).includes('store/tables/new-session.ts')),
      ['core/sign-in/begin-session.ts'],
    );
    // Besides those that go on with a session that began there.
    assert.deepEqual(holding(/\btokens\.access\b|\baccess\b[^{}=]*\} = (services\.)?tokens\b/), [
      'core/sign-in/begin-session.ts',
      'core/sign-in/reauthenticate-session.ts',
      'core/sign-in/refresh-session.ts',
    ]);
  });

  it('hands the database that writes without commit to few', () => {
    const handed = files.filter((file) => /\bWritableDatabase\b/.test(readFileSync(join(SRC, file), 'utf8')));
    assert.deepEqual(
      handed.filter((file) => !file.startsWith('store/engine/')),
      [
        ...['app/app.ts', 'cli/framework/open-database.ts', 'cli/signing-keys.ts', 'monitoring/tracing/tracing.ts'],
        ...['process/serve.ts', 'store/commit.ts'],
      ],
    );
  });

  it('declares changes where a reader looks for them, and nowhere else', () => {
    const declaring = files.filter((file) => importsOf(file).includes('store/change.ts'));
    const elsewhere = declaring.filter(
      (file) => !['administration', 'core', 'features', 'identities', 'store'].includes(moduleOf(file)),
    );
    assert.deepEqual(elsewhere, []);
  });

  it('does several things at once, with an event for each, in two places', () => {
    // `change` cannot be without an event; here each is among the steps (event-paths.test.ts).
    const several = files.filter((file) => /\bbulk\(/.test(readFileSync(join(SRC, file), 'utf8')));
    assert.deepEqual(several, ['core/registration/import-accounts.ts', 'core/sign-in/end-sessions.ts']);
  });

  it('reads by queries that write nothing', () => {
    const texts = files.flatMap((file) =>
      [...readFileSync(join(SRC, file), 'utf8').matchAll(/(?<!`)\bquery(?:<[^`]*>)?`([^`]*)/g)].map(
        ([, sql = '']) => sql,
      ),
    );
    assert.ok(texts.length > 100);
    // A part in front of them is a text of reads too; VACUUM INTO writes another file.
    const others = texts.filter((sql) => !/^\s*(SELECT\b|\$\{|VACUUM INTO )/.test(sql));
    assert.deepEqual(others, []);
    assert.deepEqual(
      texts.filter((sql) => /\b(INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/.test(sql)),
      [],
    );
  });

  it('asks Features what is switched on, and no setting', () => {
    const setting = /\bconfig\.(pages|admin|docs|openid|actAsUser|adminEmailChange|sessions)\b/;
    const asking = files.filter((file) => setting.test(readFileSync(join(SRC, file), 'utf8')));
    assert.deepEqual(asking, []);
  });

  it('records events in one place', () => {
    const recording = files.filter((file) => /INTO\s+audit_events/i.test(readFileSync(join(SRC, file), 'utf8')));
    assert.deepEqual(recording, ['store/audit/record.ts']);
  });

  it('ends sessions, and logins at apps, in one place, so that no way of ending them forgets the apps', () => {
    const removing = (table: string) =>
      files.filter((file) => readFileSync(join(SRC, file), 'utf8').includes(`DELETE FROM ${table}`));
    assert.deepEqual(removing('refresh_tokens'), ['store/tables/ended-sessions.ts']);
    // The latter removes logins on their way, which have no account.
    assert.deepEqual(removing('openid_records'), [
      'features/openid/declared/app-logins.ts',
      'features/openid/provider/record-table.ts',
    ]);
    const ended = readFileSync(join(SRC, 'store/tables/ended-sessions.ts'), 'utf8');
    const unnamed = [...ended.matchAll(/^const (\w+) =\s+[`']DELETE FROM/gm)].filter(
      ([, name]) => !new RegExp(`ending\\([^;]*\\b${name}\\b`).test(ended),
    );
    assert.deepEqual(unnamed, []);
  });

  it('gives a reason for each change without an event', () => {
    const reasons = files.flatMap((file) =>
      [
        ...readFileSync(join(SRC, file), 'utf8').matchAll(
          /\b(?:unrecorded\(\s*|commitUnrecorded\(db, )('[^']+'|(?!reason)[^',\s]*)/g,
        ),
      ].map(([, reason]) => reason),
    );
    assert.ok(reasons.length > 10);
    assert.deepEqual(
      reasons.filter((reason) => !/^('.{7,}'|[A-Z_]{4,})$/.test(reason ?? '')),
      [],
    );
  });

  it('checks the senders of protected operations before they run, not in their bodies', () => {
    const CHECK = /\b(?:authenticate|refuseSuspended|refuseUnlessActive|requireRecentLogin|requireSession)\(/;
    const checking = operationFiles().filter(({ file }) => CHECK.test(readFileSync(join(SRC, file), 'utf8')));
    assert.deepEqual(
      checking.map(({ file }) => file),
      // By a password, and by what the app asks for: neither can be declared.
      ['core/operations/withdraw-registration.ts', 'features/openid/interactions/answer-interaction.ts'],
    );
  });

  it('makes a recent login out of an access token in one place, and out of nothing for the command line alone', () => {
    const naming = (pattern: RegExp) =>
      files.filter(
        (file) => file !== 'core/sign-in/recent-login.ts' && pattern.test(readFileSync(join(SRC, file), 'utf8')),
      );
    assert.deepEqual(naming(/\bcheckRecentLogin\b/), ['api/require-recent-login.ts']);
    for (const file of naming(/\boperatorLogin\b/)) assert.match(file, /^(features\/[^/]+\/)?cli\//);
  });

  it('touches the process in the files of the entry only', () => {
    const touching = files.filter((file) =>
      /\bprocess\.\w|from 'node:process'/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    const inProcess = ['process/serve.ts', 'process/signals.ts', 'process/test-server.ts'];
    assert.deepEqual(touching, ['main.ts', ...inProcess, 'require-node.js', 'start.js']);
  });

  it('is started the same way by npm and by its own command', () => {
    const file = (name: string) => readFileSync(join(SRC, '..', name), 'utf8');
    const { scripts } = JSON.parse(file('package.json')) as { scripts: { start: string } };
    const [, options = ''] = /^exec node (.+) "\$root/m.exec(file('bin/latchkey')) ?? [];
    assert.equal(scripts.start, `node ${options} src/start.js`);
    const listed = options.split(' ').map((option) => `'${option}'`);
    assert.ok(file('bin/latchkey.js').includes(`[${listed.join(', ')}, START, `));
  });
});
