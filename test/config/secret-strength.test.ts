import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { usage } from '../../src/cli/usage.ts';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { SETTINGS } from '../../src/config/settings.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

const PRODUCTION = {
  NODE_ENV: 'production',
  FRONTEND_URL: 'https://app.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'a@example.com',
};

/** Everything that stands behind the setting's name and = somewhere in what we print, as it would be copied. */
function printedExamples(): string[] {
  const documents = [
    ...readdirSync(new URL('docs/', ROOT), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map(({ name }) => `docs/${name}`),
    ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', '.env.example', 'compose.yaml', 'Dockerfile'],
  ];
  const texts = [...documents.map(read), usage('overview'), usage('commands'), usage({ settings: '' })];
  const assigned = texts.flatMap((text) =>
    [...text.matchAll(/SIGNING_SECRETS?[=:] ?([^\n`]+)/g)].map((match) => match[1]),
  );
  const settings = [SETTINGS.SIGNING_SECRET, SETTINGS.SIGNING_SECRETS].map(({ example }) => example);
  // In a table the angle bracket is written as an entity, and a cell ends at its bar.
  return [...settings, ...assigned]
    .map((example) => String(example).split('|')[0]?.replaceAll('&lt;', '<').trim() ?? '')
    .filter((example) => example !== '' && !example.startsWith('${'));
}

const WELL_KNOWN = [
  'your-256-bit-secret',
  'a-string-secret-at-least-256-bits-long',
  'your-secret-key',
  'changeme',
  'change-this-in-production',
  'supersecret',
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'keyboard cat',
  'shhhhh',
  'my-secret',
  'jwt-secret',
  'SomeRandomString',
  'you-will-never-guess',
  'django-insecure-',
  'insert-your-secret-here',
  'correct horse battery staple',
  'qwertyuiopasdfghjklzxcvbnm123456',
  'abcdefghijklmnopqrstuvwxyz012345',
  '0123456789abcdef0123456789abcdef',
  '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970',
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  '3cfa76ef14937c1c0ea519f8fc057a80fcd04a7420f8e8bcd0a7567c272e007b',
  'openssl rand -base64 48',
  'the output of: openssl rand -base64 48',
  '$(openssl rand -base64 48)',
  '<secret>',
];

/** What people do to a sample that is too short, or that they were told to replace. */
const spellings = (sample: string): string[] => [
  sample,
  `<${sample}>`,
  `"${sample}"`,
  sample.replaceAll(' ', '-'),
  sample.replaceAll(/[ -]/g, '_'),
  sample.toUpperCase(),
  `${sample}${sample}`,
  `${sample}-${sample}-${sample}`,
  sample.repeat(8).slice(0, 64),
  `${sample}-2026-${sample}`,
  sample.padEnd(48, '0'),
];

const refuses = (settings: Record<string, string>): boolean => {
  try {
    readConfig({ ...PRODUCTION, ...settings }, 2);
    return false;
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /^SIGNING_SECRETS? .+ Example: SIGNING_SECRETS?=/);
    return true;
  }
};

describe('a signing secret in production', () => {
  it('is none of the examples that we print, however they are spelled or repeated', () => {
    const examples = printedExamples();
    assert.ok(examples.length >= 5, 'examples were found');
    const accepted = examples.flatMap(spellings).filter((SIGNING_SECRET) => !refuses({ SIGNING_SECRET }));
    assert.deepEqual(accepted, []);
    const asRing = examples.filter((SIGNING_SECRETS) => !refuses({ SIGNING_SECRETS }));
    assert.deepEqual(asRing, []);
  });

  it('is none of the well-known samples, however they are spelled or repeated', () => {
    const accepted = WELL_KNOWN.flatMap(spellings).filter((SIGNING_SECRET) => !refuses({ SIGNING_SECRET }));
    assert.deepEqual(accepted, []);
  });

  it('has no blank and no angle bracket, and does not repeat itself', () => {
    const random = randomBytes(36).toString('base64url');
    for (const SIGNING_SECRET of [`${random} ${random}`, `${random}\t1`, `<${random}>`, `${random}${random}`]) {
      assert.ok(refuses({ SIGNING_SECRET }), SIGNING_SECRET);
    }
    // Twelve random characters three times, which nothing but case and punctuation tells apart.
    const word = randomBytes(6).toString('hex');
    const dashed = [4, 6, 8].map((at) => `${word.slice(0, at)}-${word.slice(at)}`.padEnd(14, '+'));
    for (const SIGNING_SECRET of [
      dashed.join('/'),
      dashed.map((one, at) => (at === 1 ? one.toUpperCase() : one)).join('/'),
    ])
      assert.ok(refuses({ SIGNING_SECRET }), SIGNING_SECRET);
  });

  it('may be whatever a good generator makes', () => {
    for (let count = 0; count < 200; count += 1) {
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        // The same in every run: of really random ones, one in two million has a well-known sample in it.
        const bytes = createHash('sha512').update(`${encoding} ${count}`).digest();
        const SIGNING_SECRET = bytes.subarray(0, encoding === 'hex' ? 32 : 48).toString(encoding);
        assert.equal(readConfig({ ...PRODUCTION, SIGNING_SECRET }, 2).signingSecret, SIGNING_SECRET);
      }
    }
  });

  it('is refused by its name in the ring, also beside good ones', () => {
    const good = () => randomBytes(48).toString('base64url');
    const weak = 'your-256-bit-secretyour-256-bit-secret';
    for (const ring of [
      `a:${good()},weak:${weak}`,
      `weak:${weak},b:${good()}`,
      `a:${good()},weak:${weak},b:${good()}`,
    ]) {
      for (const SIGNING_SECRET of ['', good()]) {
        assert.throws(() => readConfig({ ...PRODUCTION, SIGNING_SECRET, SIGNING_SECRETS: ring }, 2), {
          message: /^SIGNING_SECRETS has a secret weak that .+ Example: /,
        });
      }
    }
    assert.throws(() => readConfig({ ...PRODUCTION, SIGNING_SECRET: weak, SIGNING_SECRETS: `a:${good()}` }, 2), {
      message: /^SIGNING_SECRET /,
    });
  });
});
