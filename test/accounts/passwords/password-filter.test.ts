import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  assertUsableFilter,
  createIsBreached,
  lookUpInFile,
} from '../../../src/accounts/passwords/breached-passwords.ts';
import { buildPasswordFilter } from '../../../src/accounts/passwords/build-password-filter.ts';
import { runCommand } from '../../support/command.ts';
import { quickFolder } from '../../support/quick-folder.ts';

const COUNT = 20_000;
const MEMBERS = Array.from({ length: COUNT }, (_, at) => `Member-${at}-é`);
const HASHES = MEMBERS.map((password) => createHash('sha1').update(password).digest('hex'));
const HEAD_BYTES = 262_164;

const folder = mkdtempSync(join(quickFolder(), 'latchkey-filter-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
function fileOf(content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, `file-${files}`);
  writeFileSync(path, content);
  return path;
}
async function filterOf(list: string): Promise<string> {
  const path = join(folder, `${files}.filter`);
  await buildPasswordFilter(fileOf(list), path);
  return path;
}

const isIn = (path: string) => {
  const logged: object[] = [];
  const isBreached = createIsBreached({
    lookUp: lookUpInFile(path),
    log: { warn: (about) => void logged.push(about) },
    nowMs: () => 0,
  });
  return { isBreached, logged };
};

describe('a file of breached passwords', () => {
  it('finds every password of its list, and no other, in four bytes each', async () => {
    const path = await filterOf(`${HASHES.join('\n')}\n`);
    assert.equal(readFileSync(path).length, HEAD_BYTES + 4 * COUNT);
    const { isBreached, logged } = isIn(path);
    for (const password of MEMBERS.slice(0, 2000)) assert.ok(await isBreached(password), password);
    for (const password of MEMBERS.slice(0, 2000)) assert.ok(!(await isBreached(`${password}!`)), password);
    assert.ok(await isBreached('Member-7-e\u0301'), 'however it is composed');
    assert.deepEqual(logged, []);
  });

  it('is the same from hashes with counts, in any case, and from the passwords', async () => {
    const [plain, ...others] = await Promise.all(
      [
        HASHES.join('\n'),
        `\ufeff${HASHES.join('\r\n')}`,
        HASHES.map((hash, at) => `${hash.toUpperCase()}:${at}\r\n`).join(''),
        `\n${MEMBERS.join('\n\n')}`,
      ].map(async (list) => readFileSync(await filterOf(list))),
    );
    for (const other of others) assert.ok(plain?.equals(other));
  });

  it('can be replaced while it is used', async () => {
    const path = await filterOf('Before-1');
    const { isBreached } = isIn(path);
    assert.deepEqual([await isBreached('Before-1'), await isBreached('After-1')], [true, false]);
    await buildPasswordFilter(fileOf('After-1'), path);
    assert.deepEqual([await isBreached('Before-1'), await isBreached('After-1')], [false, true]);
  });

  it('lets passwords pass, and says so once a minute, when it has become useless', async () => {
    const path = await filterOf('Before-1');
    const { isBreached, logged } = isIn(path);
    for (const content of ['', 'x'.repeat(400_000), readFileSync(path).subarray(0, HEAD_BYTES - 2)]) {
      writeFileSync(path, content);
      assert.equal(await isBreached('Before-1'), false);
    }
    rmSync(path);
    assert.equal(await isBreached('Before-1'), false);
    assert.equal(logged.length, 1);
  });

  it('is refused before the start when it is cut off, damaged, of another kind or not there', async () => {
    const right = readFileSync(await filterOf(HASHES.join('\n')));
    const changed = (at: number, value: number) => {
      const bytes = Buffer.from(right);
      bytes.writeUInt32LE(value, at);
      return bytes;
    };
    const refused: [content: Uint8Array | string, says: RegExp][] = [
      ['', /was not built by/],
      [HASHES.join('\n'), /was not built by/],
      [changed(4, 2), /another version/],
      [right.subarray(0, 12), /cut off or damaged/],
      [right.subarray(0, -1), /cut off or damaged/],
      [Buffer.concat([right, right.subarray(0, 4)]), /cut off or damaged/],
      [changed(8, COUNT + 1), /cut off or damaged/],
      [changed(16 + 4 * 30_000, COUNT), /damaged/],
    ];
    for (const [content, says] of refused) {
      const path = fileOf(content);
      assert.throws(() => assertUsableFilter(path), says);
    }
    assert.throws(() => assertUsableFilter(join(folder, 'nowhere')), {
      message: `BREACHED_PASSWORDS: ${join(folder, 'nowhere')} cannot be read: it does not exist. Example: BREACHED_PASSWORDS=online`,
    });
    assert.throws(() => assertUsableFilter(folder), /cannot be read: it is a folder/);
  });
});

describe('latchkey passwords build', () => {
  const build = (list: string, out: string) => runCommand(['passwords', 'build', list, out], {});

  it('says what it made, and how to use it', async () => {
    const out = join(folder, 'made.filter');
    const { code, stdout } = await build(fileOf(HASHES.join('\n')), out);
    const says = `${out}: 20000 passwords, ${HEAD_BYTES + 4 * COUNT} bytes. Start with BREACHED_PASSWORDS=${out}\n`;
    assert.deepEqual([code, stdout], [0, says]);
  });

  it('refuses what is no list of passwords, and leaves nothing behind', async () => {
    const out = join(folder, 'never.filter');
    const refused: [list: string, says: string][] = [
      ['', 'has no passwords'],
      ['\n\r\n', 'has no passwords'],
      [`${HASHES[0]}:3\nPassword1\n`, 'has no SHA-1 hash in line 2'],
      [`${'a'.repeat(32)}:3\n`, 'has hashes other than SHA-1: use the list of SHA-1 hashes'],
      ['x'.repeat(5_000_000), 'has a line of more than 1024 bytes'],
    ];
    for (const [content, says] of refused) {
      const list = fileOf(content);
      const { code, stderr } = await build(list, out);
      assert.deepEqual([code, stderr.trim()], [1, `latchkey: passwords build: ${list} ${says}`]);
    }
    assert.equal((await build(join(folder, 'nowhere'), out)).code, 1);
    assert.deepEqual(
      readdirSync(folder).filter((name) => /never|unfinished/.test(name)),
      [],
    );
  });

  it('replaces no file of another kind', async () => {
    const list = fileOf(MEMBERS.join('\n'));
    for (const out of [list, fileOf('a diary')]) {
      const before = readFileSync(out, 'utf8');
      const { code, stderr } = await build(list, out);
      assert.equal(code, 1);
      assert.match(stderr, /it was not changed/);
      assert.equal(readFileSync(out, 'utf8'), before);
    }
  });
});
