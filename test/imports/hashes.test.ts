import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { hash } from '@node-rs/argon2';
import { RECOMMENDED_COST } from '../../src/core/passwords/password-hashing.ts';
import { importedPassword } from '../../src/core/registration/imported-password.ts';
import { type ForeignHash, UnusableHash } from '../../src/imports/hashes/derivation.ts';
import { readStoredHash, storedForm } from '../../src/imports/hashes/stored-hash.ts';
import { readAuth0CustomHash } from '../../src/imports/syntaxes/auth0-custom-hash.ts';
import { readHash } from '../../src/imports/syntaxes/read-hash.ts';
import { readFirebase } from '../../src/imports/users/firebase.ts';
import { readKeycloak } from '../../src/imports/users/keycloak.ts';

/** Hashes, each with the library that made it. */
const made = JSON.parse(readFileSync(new URL('hashes.json', import.meta.url), 'utf8'));
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const PEPPER = made.peppered[0].pepper;
const parameters = {
  rounds: made.firebase.parameters.rounds,
  memoryCost: made.firebase.parameters.memCost,
  saltSeparator: made.firebase.parameters.saltSeparator,
  signerKey: made.firebase.parameters.signerKey,
};

interface Case {
  readonly made_by: string;
  readonly format?: string;
  readonly password: string;
  read(): ForeignHash;
}

const CASES: Case[] = [
  ...made.texts.map((one: { hash: string }) => ({ ...one, read: () => readHash(one.hash, false) })),
  ...made.peppered.map((one: { hash: string }) => ({ ...one, read: () => readHash(one.hash, true) })),
  ...made.firebase.fb.map((one: { hash: string; salt: string }) => ({
    ...one,
    read: () => readFirebase({ passwordHash: one.hash, salt: one.salt }, parameters),
  })),
  ...made.keycloak.map((one: { credential: object }) => ({
    ...one,
    read: () => readKeycloak({ ...one.credential }),
  })),
  ...made.auth0.map((one: { custom: object }) => ({ ...one, read: () => readAuth0CustomHash({ ...one.custom }) })),
];

describe('password hashes of other systems', () => {
  it('are the right ones for their password, and for no other, also as they are stored', async () => {
    assert.ok(CASES.length > 35);
    const tried = CASES.map(async ({ made_by, format, password, read }) => {
      const form = storedForm(read(), { pepper: PEPPER });
      const text = form.isFast ? await form.wrap((digest) => hash(digest, CHEAP)) : form.plain;
      const { matches } = readStoredHash(text, { pepper: PEPPER });
      assert.equal(await matches(password), true, `${made_by} ${format} ${text}`);
      // bcrypt reads 72 bytes, unless the password is hashed before.
      const isCut = password.length > 72 && !format?.startsWith('bcrypt_sha256');
      if (form.isFast || password.length > 72)
        assert.equal(await matches(`${password}x`), isCut, `${made_by} ${format}`);
    });
    await Promise.all(tried);
  });

  it('that are fast are not kept as they are', () => {
    const fast = CASES.filter(({ read }) => storedForm(read(), { pepper: PEPPER }).isFast).map(({ format }) => format);
    assert.deepEqual(
      [...new Set(fast)].sort(),
      [
        'bcrypt',
        'hashedSaltedValue pbkdf2',
        'hashedSaltedValue pbkdf2-sha256',
        'md5',
        'pbkdf2_sha256',
        'pbkdf2_sha512',
        'phpass',
        'sha1',
        'sha256',
        undefined,
        'unsalted_md5',
        'unsalted_sha1',
        'version 2',
        'version 3, SHA-256, 10,000',
        'version 3, SHA-512, 50',
      ].sort(),
    );
  });

  it('are refused where they would cost too much, or are broken', () => {
    const refused: readonly [hash: string, why: RegExp][] = [
      ['', /no known format/],
      ['plain text', /no known format/],
      ['$2b$31$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde', /cost .* 31, but at most 14/],
      ['$2x$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde', /cut off or malformed/],
      ['$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcd', /cut off or malformed/],
      ['$argon2id$v=19$m=4194304,t=3,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', /memory .* 4194304, but at most 131072/],
      ['$argon2id$v=19$m=65536,t=1000,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', /number of passes .* at most 16/],
      ['scrypt:1048576:8:1$salt$00112233445566778899aabbccddeeff', /more than 64 MiB/],
      ['scrypt:32768:8:64$salt$00112233445566778899aabbccddeeff', /more time than a login may/],
      ['scrypt:30000:8:1$salt$00112233445566778899aabbccddeeff', /not a power of two/],
      ['pbkdf2_sha256$100000000$salt$aGFzaGhhc2hoYXNoaGFzaGhhc2g=', /iterations .* at most 1500000/],
      ['pbkdf2:sha512:3000000$salt$00112233445566778899aabbccddeeff', /iterations .* at most 1000000/],
      ['scrypt:65536:1:1$salt$00112233445566778899aabbccddeeff', /too large for its block size/],
      ['pbkdf2:whirlpool:1000$salt$00112233445566778899aabbccddeeff', /digest is unknown/],
      ['$P$Z12345678aaaaaaaaaaaaaaaaaaaaaa', /rounds .* at most 16/],
      ['sha1$salt$00112233', /wrong length for its digest/],
      ['$wp$2y$10$short', /cut off/],
      ['$bcrypt-sha256$v=3,t=2b,r=10$short', /cut off/],
      ['{SSHA}c2FsdGVkIGhhc2g=', /of the kind "SSHA" are not known/],
      ['{scrypt}$e0801$c2FsdA==$aGFzaA==', /of the kind "scrypt" are not known/],
      ['pbkdf2_sha256$1000$salt', /cut off/],
      // The library refuses less than eight blocks a lane, and would at the login.
      ['$argon2id$v=19$m=64,t=2,p=16$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', /memory .* 64, but must be at least 128/],
      [`scrypt:1024:8:1$salt$${'00'.repeat(1000)}`, /digest .* too long/],
    ];
    for (const [text, why] of refused) {
      assert.throws(
        () => storedForm(readHash(text, false), {}),
        (error) => error instanceof UnusableHash && why.test(error.message),
        text,
      );
    }
    assert.throws(
      () => storedForm(made.peppered.map(({ hash: text }: { hash: string }) => readHash(text, true))[0], {}),
      /IMPORT_PEPPER/,
    );
    assert.throws(() => readFirebase({ passwordHash: 'x', salt: 'y' }, undefined), /--firebase-config/);
  });

  it('that this service has exported are stored as the library reads them, and not around something weak', async () => {
    const digest = await hash('right', { ...RECOMMENDED_COST, salt: Buffer.alloc(17, 0xfb) });
    const [, , , , salt = '', key = ''] = digest.split('$');
    const password = (stored: string) => importedPassword({ hash: () => ({ stored }) }, {});
    const padded = digest.replace(salt, `${salt.replaceAll('+', '-')}=`).replace(key, `${key}=`);
    for (const stored of [digest, padded]) assert.equal(password(stored), digest);
    const around = (cost: string) => `{wrapped}sha$md5$salt-first$$16$argon2id$v=19$${cost}$${salt}=$${key}=`;
    assert.equal(password(around('m=19456,t=2,p=1')), around('m=19456,t=2,p=1').replaceAll(/=(?=\$|$)/g, ''));
    assert.throws(() => password(around('m=8,t=1,p=1')), /wrapped in is too fast/);
  });

  it('that are kept from a version that took more are still verified', async () => {
    const digest = await promisify(pbkdf2)('right', 'salt', 1_000_001, 32, 'sha512');
    const salt = Buffer.from('salt').toString('base64url');
    const stored = `{pbkdf2}sha512$1000001$${salt}$${digest.toString('base64url')}`;
    assert.throws(() => readStoredHash(stored, {}, false), UnusableHash);
    assert.equal(await readStoredHash(stored, {}).matches('right'), true);
  });

  it('of phpass cost no more for a password that is longer than phpass takes', async () => {
    const form = storedForm(readHash('$P$E12345678aaaaaaaaaaaaaaaaaaaaaa', false), {});
    const { matches } = readStoredHash(await form.wrap((text) => hash(text, CHEAP)), {});
    const { user } = process.cpuUsage();
    assert.equal(await matches('x'.repeat(15_000)), false);
    const spentMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(spentMs < 500, `${spentMs} ms`);
  });
});
