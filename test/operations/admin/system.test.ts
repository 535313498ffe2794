import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { effectiveSettings } from '../../../src/config/effective-settings.ts';
import { SETTING_NAMES, SETTINGS } from '../../../src/config/settings.ts';
import { SETTING_GROUPS } from '../../../src/declare/setting.ts';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import { protectedBy } from '../../support/authenticator.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { sharedService } from '../../support/scenarios.ts';
import { type Session, SIGNING_SECRET, verified } from '../../support/service.ts';

const DATA_KEY = 'first-key-of-the-tests-7d1c0b9a52';

describeOnBothDatabases('the administration', (kind) => {
  const service = sharedService(kind, { DATA_KEYS: `one:${DATA_KEY}, two:second-key-of-the-tests-83fa` });
  let admin: Session;
  const get = <Path extends string>(path: Path, token = admin.accessToken) =>
    service().request('GET', `/api/admin/${path}`, { token });
  before(async () => {
    admin = await loggedInAdmin(service());
  });

  it('lists the keys without the keys', async () => {
    await protectedBy(service(), await verified(service()));
    const { data, text } = await get('keys', await apiKeyOf(service(), admin, { scopes: ['statistics:read'] }));
    const [signing] = data.signing;
    assert.deepEqual([signing?.name, signing?.algorithm, signing?.state], [null, 'HS256', 'signs']);
    assert.match(signing?.fingerprint ?? '', /^[0-9a-f]{16}$/);
    assert.deepEqual(
      data.data.map((key) => [key.name, key.state, key.sealed_values, key.failure]),
      [
        ['one', 'seals', 1, null],
        ['two', 'opens', 0, null],
      ],
    );
    for (const secret of [SIGNING_SECRET, DATA_KEY]) assert.ok(!text.includes(secret));
    await service().db.all("UPDATE totp SET sealed = 'gone' || substr(sealed, 4)");
    const [, , gone] = (await get('keys')).data.data;
    assert.deepEqual([gone?.name, gone?.state], ['gone', 'missing']);
    assert.match(gone?.failure ?? '', /gone/);
  });

  it('lists the settings as in force, to administrators alone', async () => {
    const { data, text } = await get('settings');
    assert.deepEqual(
      data.settings.map(({ name }) => name),
      SETTING_NAMES,
    );
    const named = (name: string) => data.settings.find((one) => one.name === name) ?? assert.fail(name);
    const { value, source, is_default, default: byDefault, group } = named('FRONTEND_URL');
    assert.deepEqual([value, source, is_default, group], ['https://app.example.com', 'environment', false, 'service']);
    assert.match(byDefault, /own address/);
    assert.deepEqual([named('MAX_FAILED_LOGINS').value, named('MAX_FAILED_LOGINS').source], ['20', 'default']);
    assert.deepEqual([named('SIGNING_SECRET').value, named('SIGNING_SECRET').is_secret], [null, true]);
    assert.equal(named('DATA_KEYS').value, 'one, two');
    for (const secret of [SIGNING_SECRET, DATA_KEY]) assert.ok(!text.includes(secret));
  });

  it('tells how the service is', async () => {
    const { data } = await get('health');
    assert.deepEqual([data.database.kind, data.database.is_usable], [kind, true]);
    assert.equal(data.mail.server, new URL(service().smtp.url).host);
    assert.deepEqual([data.mail.is_reachable, data.mail.dead, data.workers], [true, 0, 1]);
    assert.match(data.version, /^\d+\.\d+/);
    assert.ok(data.uptime_seconds >= 0);
  });
});

describe('settings as they are shown', () => {
  const CANARY = 'kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA';
  const url = `https://user:${CANARY}@example.com/a?b=${'c'}`;
  /** Each setting that can hold a secret, with one. */
  const SECRETS: Readonly<Record<string, string>> = {
    SIGNING_SECRET: CANARY,
    SIGNING_SECRETS: `name:${CANARY}`,
    DATA_KEYS: `name:${CANARY}`,
    DATABASE_URL: `postgres://user:${CANARY}@db.example.com/x?sslpassword=${CANARY}`,
    SMTP_URL: `smtp://user:${CANARY}@mail.example.com`,
    HOME_URL: url,
    LOGO_URL: url,
    LOGO_DARK_URL: url,
    FAVICON_URL: url,
    TERMS_URL: url,
    PRIVACY_URL: url,
  };

  it('have no secret in them', () => {
    const shown = effectiveSettings(readConfig(SECRETS, 2), new Set());
    for (const { name, value, is_default } of shown) {
      assert.ok(!String(value).includes(CANARY), `${name}: ${value}`);
      if (name in SECRETS) assert.equal(is_default, false, name);
    }
    assert.equal(shown.find(({ name }) => name === 'SMTP_URL')?.value, 'smtp://***@mail.example.com');
  });

  it('are no other addresses: those refuse a password', () => {
    const addresses = SETTING_NAMES.filter((name) => SETTINGS[name].example.includes('://') && !(name in SECRETS));
    assert.ok(addresses.length > 3);
    for (const name of addresses.filter((one) => !one.startsWith('TOKEN_'))) {
      for (const address of [`https://user:${CANARY}@example.com`, `https://:${CANARY}@example.com`])
        assert.throws(() => readConfig({ [name]: address }, 2), new RegExp(`^ConfigError: ${name} |${name}`), name);
    }
  });

  it('say where each came from, and whether it differs from the default', () => {
    const shown = effectiveSettings(readConfig({ PORT: '3000', HOST: '::1', PAGES: 'off' }, 2), new Set(['HOST']));
    const of = (wanted: string) => {
      const { source, is_default } = shown.find(({ name }) => name === wanted) ?? {};
      return [source, is_default];
    };
    assert.deepEqual(of('PORT'), ['environment', true]);
    assert.deepEqual(of('HOST'), ['file', false]);
    assert.deepEqual(of('PAGES'), ['environment', false]);
    assert.deepEqual(of('ADMIN'), ['default', true]);
  });

  it('are each in a group, and no group is empty', () => {
    const shown = effectiveSettings(readConfig({}, 2), new Set());
    assert.deepEqual([...new Set(shown.map(({ group }) => group))].sort(), [...SETTING_GROUPS].sort());
  });
});
