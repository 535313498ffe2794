import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { VERSION } from '../../src/lib/version.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/databases.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

/** Why a command does not take --json. */
const WITHOUT: Readonly<Record<string, string>> = {
  serve: 'it goes on, and logs',
  'test-server': 'it goes on, and prints JSON anyway',
};

type Records = readonly Readonly<Record<string, unknown>>[];
/** What the commands before have printed, by their names. */
type Before = (command: string) => Readonly<Record<string, unknown>>;

interface Call {
  readonly args?: (before: Before) => readonly string[];
  /** Members of what it prints. */
  readonly has: readonly string[];
}

const ADA = 'ada@example.com';
const ofAda = (...has: string[]): Call => ({ args: () => [ADA], has });
const newUser = (email: string, phone: string) => [email, '--name', 'Ada', '--phone', phone, '--industry', 'Software'];
const text = (value: unknown): string => (typeof value === 'string' ? value : assert.fail(`${value}`));

/** One call of every command, in an order in which each finds what it needs. */
const CALLS: Readonly<Record<string, Call>> = {
  check: { has: ['check', 'state', 'says'] },
  doctor: { has: ['check', 'state', 'says'] },
  config: { args: () => ['port'], has: ['name', 'value', 'source'] },
  init: {
    args: () => ['written', '--domain', 'accounts.example.com', '--smtp=smtp://localhost', '--mail-from=a@example.com'],
    has: ['folder', 'files'],
  },
  'users create': { args: () => newUser(ADA, '+44 20 7946 0958'), has: ['id', 'email', 'account_status'] },
  'users invite': { args: () => ['invited@example.com'], has: ['email', 'outcome'] },
  'mail list': { has: ['id', 'to', 'state'] },
  'mail show': { args: (before) => [`${before('mail list').id}`], has: ['id', 'to', 'latest_tries'] },
  'mail retry': { args: (before) => [`${before('mail list').id}`], has: ['id'] },
  'mail drop': { args: (before) => [`${before('mail list').id}`], has: ['id'] },
  'mail test': ofAda('to', 'server', 'answer'),
  'mail templates': { args: () => ['templates'], has: ['folder'] },
  'texts export': { args: () => ['texts'], has: ['folder', 'languages'] },
  'texts check': { args: () => ['texts'], has: ['languages'] },
  'users list': { has: ['id', 'email', 'role'] },
  'users show': ofAda('id', 'email', 'role'),
  'users suspend': ofAda('id', 'email', 'account_status'),
  'users reinstate': ofAda('id', 'email', 'account_status'),
  'users promote': ofAda('id', 'email', 'role'),
  'users demote': ofAda('id', 'email', 'role'),
  'users unlock': ofAda('id', 'networks', 'account_status'),
  'users export': ofAda('profile'),
  'admin link': { has: ['url', 'email'] },
  'sessions list': ofAda('id', 'device', 'address'),
  'sessions end': ofAda('sessions'),
  'sessions revoke-all': { has: ['sessions', 'accounts'] },
  'keys rotate': { args: () => ['--in', '1h'], has: ['kid', 'algorithm', 'signs_from', 'fingerprint'] },
  'keys list': { has: ['kid', 'algorithm', 'state'] },
  'keys retire': { args: (before) => [text(before('keys rotate').kid)], has: ['kid', 'fingerprint'] },
  'data-keys list': { has: ['key', 'state', 'sealed_values'] },
  'data-keys rotate': { has: ['sealed_values', 'unused_keys'] },
  'api-keys create': { args: () => ['desk', '--scopes=users:read'], has: ['id', 'key', 'scopes'] },
  'api-keys list': { has: ['id', 'name', 'scopes'] },
  'api-keys revoke': { args: (before) => [text(before('api-keys create').id)], has: ['id'] },
  apply: { args: () => ['stated.json'], has: ['change', 'client_secret'] },
  'clients add': { args: () => ['Shop', '--redirect-uri=https://a.example.com/'], has: ['client', 'client_secret'] },
  'clients list': { has: ['id', 'name', 'redirect_uris'] },
  'clients show': { args: () => ['shop'], has: ['id', 'name', 'redirect_uris'] },
  'clients change': { args: () => ['shop', '--name=Market'], has: ['id', 'name', 'redirect_uris'] },
  'clients rotate-secret': { args: () => ['shop'], has: ['client', 'client_secret'] },
  'clients remove': { args: () => ['shop'], has: ['id'] },
  audit: { has: ['time', 'event', 'user_id'] },
  export: { has: ['id', 'email', 'email_verified'] },
  import: { args: () => ['users.jsonl'], has: ['imported', 'there_already', 'refused', 'reasons', 'report'] },
  migrate: { has: ['database', 'version', 'schema'] },
  backup: { args: () => ['--into', 'backups', '--keep', '3'], has: ['file', 'database', 'beside', 'removed'] },
  'users delete': { args: () => [ADA, '--yes'], has: ['id', 'email'] },
  restore: { args: (before) => [text(before('backup').file), '--yes'], has: ['restored', 'accounts', 'aside'] },
  'migrate-to': { has: ['from', 'to', 'tables', 'rows'] },
};

/** Nothing to see here: a second factor and a session need a service. */
const EMPTY = ['sessions list'];
const REFUSED: Readonly<Record<string, RegExp>> = { 'users reset-second-factor': /has no second factor/ };

const linesOf = (printed: string): Records =>
  printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('--json', () => {
  it('is taken by every command, whose outputs are JSON then', async (t) => {
    const folder = mkdtempSync(join(quickFolder(), 'latchkey-json-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true }));
    const { url } = await createTestDatabase(t, 'sqlite');
    const target = await createEmptyDatabase(t, 'postgres');
    const smtp = await startSmtpSink(t);
    const settings = {
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      SIGNING_SECRET: 'x'.repeat(40),
      DATA_KEYS: `one:${'k'.repeat(40)}`,
      SMTP_URL: smtp.url,
    };
    mkdirSync(settings.DATA_DIR, { mode: 0o700 });
    const client = { id: 'shop', name: 'Shop', redirect_uris: ['https://shop.example.com/callback'] };
    writeFileSync(join(folder, 'stated.json'), JSON.stringify({ clients: [client] }));
    const user = { email: 'bob@example.com', full_name: 'Bob', phone_number: '+1 555 0101', email_verified: true };
    writeFileSync(join(folder, 'users.jsonl'), `${JSON.stringify(user)}\n`);

    const printed = new Map<string, Records>();
    const before: Before = (command) => printed.get(command)?.at(-1) ?? assert.fail(`nothing of ${command}`);
    for (const [command, { args = () => [], has }] of Object.entries(CALLS)) {
      const given = command === 'migrate-to' ? [target.url] : args(before);
      const ended = await runCommand([...command.split(' '), ...given, '--json'], settings, folder);
      const records: Records = command === 'users export' ? [JSON.parse(ended.stdout)] : linesOf(ended.stdout);
      for (const note of linesOf(ended.stderr)) assert.deepEqual(Object.keys(note), ['note'], command);
      assert.equal(ended.code, 0, `${command}: ${ended.stdout}${ended.stderr}`);
      assert.equal(records.length === 0, EMPTY.includes(command), command);
      for (const record of records)
        for (const member of has) assert.ok(member in record, `${command}: ${member} of ${ended.stdout}`);
      printed.set(command, records);
    }
    for (const [command, why] of Object.entries(REFUSED)) {
      const { code, stdout, stderr } = await runCommand([...command.split(' '), 'bob@example.com', '--json'], settings);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(`${linesOf(stderr)[0]?.error}`, why);
    }
    assert.deepEqual(
      COMMANDS.map(({ words }) => words.join(' ')).sort(),
      [...Object.keys(CALLS), ...Object.keys(REFUSED), ...Object.keys(WITHOUT)].sort(),
    );
  });

  it('has errors on the error output, one object a line, with the same exit codes', async () => {
    const run = (...line: string[]) => runCommand([...line, '--json'], {});
    assert.deepEqual(await run('users', 'list', '--fly'), {
      ...{ code: 2, stdout: '' },
      stderr: `${JSON.stringify({ error: "users list: Unknown option '--fly', see latchkey users list --help" })}\n`,
    });
    for (const command of Object.keys(WITHOUT)) assert.equal((await run(command)).code, 2, command);
    const { code, stdout, stderr } = await run('users', 'list');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(`${linesOf(stderr)[0]?.error}`, /^there is no database /);
    assert.deepEqual(linesOf((await run('--version')).stdout), [{ version: VERSION }]);
  });
});
