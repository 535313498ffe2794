import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { passkeyParty } from '../../../src/features/passkeys/relying-party.ts';

const APP = `android:apk-key-hash:${'A'.repeat(43)}`;
const KEYS = 'one:kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA';

describe('who passkeys belong to', () => {
  const PARTIES: [settings: Record<string, string>, id: string | undefined, origins?: string[]][] = [
    [{}, 'localhost', ['http://localhost']],
    [{ HOST: '0.0.0.0' }, 'localhost', ['http://localhost']],
    [{ HOST: '::1' }, 'localhost', ['http://localhost']],
    [{ HOST: '192.0.2.1' }, undefined],
    [{ FRONTEND_URL: 'http://127.0.0.1:3000' }, 'localhost', ['http://localhost:3000']],
    [{ FRONTEND_URL: 'https://[2001:db8::1]' }, undefined],
    [{ FRONTEND_URL: 'https://app.example.com/x' }, 'app.example.com', ['https://app.example.com']],
    [
      {
        FRONTEND_URL: 'https://app.example.com',
        PASSKEY_RP_ID: 'example.com',
        PASSKEY_ORIGINS: `https://www.example.com, ${APP}`,
      },
      'example.com',
      ['https://app.example.com', 'https://www.example.com', APP],
    ],
    [
      { FRONTEND_URL: 'https://app.example.com', ADMIN_URL: 'https://admin.app.example.com' },
      'app.example.com',
      ['https://app.example.com', 'https://admin.app.example.com'],
    ],
    [{ FRONTEND_URL: 'https://app.example.com', ADMIN_PORT: '3001' }, 'app.example.com', ['https://app.example.com']],
    [
      { FRONTEND_URL: 'http://127.0.0.1:3000', ADMIN_PORT: '3001' },
      'localhost',
      ['http://localhost:3000', 'http://localhost:3001'],
    ],
    [
      { FRONTEND_URL: 'https://example.org', PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: 'https://example.com' },
      'example.com',
      ['https://example.org', 'https://example.com'],
    ],
  ];
  for (const [settings, id, origins] of PARTIES) {
    it(`${JSON.stringify(settings)}: ${id ?? 'nobody, so that there are none'}`, () => {
      const config = readConfig(settings, 1);
      assert.deepEqual(passkeyParty(config), id === undefined ? undefined : { id, origins });
      assert.equal(config.features.passkeys, id !== undefined);
    });
  }

  it('is known at start, when the port of the own address is', () => {
    const party = passkeyParty(readConfig({}, 1), 'http://127.0.0.1:4711');
    assert.deepEqual(party, { id: 'localhost', origins: ['http://localhost:4711'] });
  });

  it('needs a data key in production', () => {
    const production = {
      NODE_ENV: 'production',
      SIGNING_SECRET: 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA',
      FRONTEND_URL: 'https://app.example.com',
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'a@example.com',
    };
    assert.equal(readConfig(production, 1).features.passkeys, false);
    assert.throws(
      () => readConfig({ ...production, PASSKEYS: 'on' }, 1),
      /^Error: DATA_KEYS is required in production with PASSKEYS=on/,
    );
    assert.equal(readConfig({ ...production, DATA_KEYS: KEYS }, 1).features.passkeys, true);
    assert.equal(readConfig({ ...production, DATA_KEYS: KEYS, PASSKEYS: 'off' }, 1).features.passkeys, false);
  });
});
