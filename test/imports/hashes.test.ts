import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { type ForeignHash, UnusableHash } from '../../src/imports/hashes/derivation.ts';
import { readStoredHash, storedForm } from '../../src/imports/hashes/stored-hash.ts';
import { readAuth0CustomHash } from '../../src/imports/syntaxes/auth0-custom-hash.ts';
import { readFirebase } from '../../src/imports/syntaxes/firebase.ts';
import { readKeycloak } from '../../src/imports/syntaxes/keycloak.ts';
import { readHash } from '../../src/imports/syntaxes/read-hash.ts';

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
      // bcrypt reads 72 bytes.
      if (form.isFast || password.length > 72)
        assert.equal(await matches(`${password}x`), password.length > 72, `${made_by} ${format}`);
    });
    await Promise.all(tried);
  });

  it('that are fast are not kept as they are', () => {
    const fast = CASES.filter(({ read }) => storedForm(read(), { pepper: PEPPER }).isFast).map(({ format }) => format);
    assert.deepEqual(
      [...new Set(fast)].sort(),
      [
        'bcrypt',
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
      ['', /no known form/],
      ['plain text', /no known form/],
      ['$2b$31$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde', /cost .* 31, and at most 14/],
      ['$2x$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde', /cut off or malformed/],
      ['$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcd', /cut off or malformed/],
      ['$argon2id$v=19$m=4194304,t=3,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', /memory .* 4194304, and at most 131072/],
      ['$argon2id$v=19$m=65536,t=1000,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', /number of passes .* at most 16/],
      ['scrypt:1048576:8:1$salt$00112233445566778899aabbccddeeff', /more than 64 MiB/],
      ['scrypt:32768:8:64$salt$00112233445566778899aabbccddeeff', /more time than a login may/],
      ['scrypt:30000:8:1$salt$00112233445566778899aabbccddeeff', /no power of two/],
      ['pbkdf2_sha256$100000000$salt$aGFzaGhhc2hoYXNoaGFzaGhhc2g=', /iterations .* at most 3000000/],
      ['pbkdf2:whirlpool:1000$salt$00112233445566778899aabbccddeeff', /digest is unknown/],
      ['$P$Z12345678aaaaaaaaaaaaaaaaaaaaaa', /rounds .* at most 16/],
      ['sha1$salt$00112233', /length of its digest/],
      ['$wp$2y$10$short', /cut off/],
      ['pbkdf2_sha256$1000$salt', /cut off/],
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
});
