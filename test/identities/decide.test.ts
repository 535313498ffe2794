import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Decision, decide, type LinkingPolicy } from '../../src/identities/decide.ts';
import { apple } from '../../src/identities/providers/apple.ts';
import { gitHub } from '../../src/identities/providers/github.ts';
import { google } from '../../src/identities/providers/google.ts';
import { microsoft } from '../../src/identities/providers/microsoft.ts';
import { openId } from '../../src/identities/providers/openid.ts';
import type { AccountStatus } from '../../src/store/tables/user.ts';

type Row = [
  isAuthoritative: boolean,
  holder: [AccountStatus, isEmailConfirmed?: boolean, secondFactors?: number] | undefined,
  linking: LinkingPolicy,
  expected: Decision,
  registration?: 'invited',
];

const TABLE: Row[] = [
  [true, undefined, 'ask', 'register'],
  [false, undefined, 'verified', 'register'],
  [true, ['INACTIVE'], 'ask', 'take_over'],
  [true, ['INACTIVE'], 'verified', 'take_over'],
  [false, ['INACTIVE'], 'ask', 'link'],
  [false, ['INACTIVE'], 'verified', 'link'],
  [true, ['ACTIVE'], 'ask', 'link'],
  [true, ['ACTIVE'], 'verified', 'link_proven'],
  [true, ['ACTIVE', false], 'verified', 'link'],
  [true, ['ACTIVE', true, 1], 'verified', 'link'],
  [false, ['ACTIVE'], 'verified', 'link'],
  [true, ['SUSPENDED'], 'verified', 'link'],
  [true, undefined, 'ask', 'closed', 'invited'],
  [false, undefined, 'ask', 'closed', 'invited'],
  [false, ['ACTIVE'], 'ask', 'closed', 'invited'],
  [false, ['INACTIVE'], 'ask', 'closed', 'invited'],
  [true, ['INACTIVE'], 'ask', 'take_over', 'invited'],
  [true, ['ACTIVE'], 'ask', 'link', 'invited'],
];

describe('what is done for somebody whom a provider has named, and nobody knows', () => {
  for (const [isAuthoritative, holder, linking, expected, registration = 'open'] of TABLE) {
    const [accountStatus, isEmailConfirmed = true, secondFactors = 0] = holder ?? [];
    it(`${isAuthoritative ? 'proven' : 'claimed'}, ${holder ?? 'free'}, ${linking}, ${registration}: ${expected}`, () => {
      const found = accountStatus && { accountStatus, isEmailConfirmed, secondFactors };
      assert.equal(decide(isAuthoritative, found, linking, registration === 'open'), expected);
    });
  }
});

describe('which provider is believed about which address', () => {
  const credentials = { clientId: 'x', clientSecret: 'y' };
  const corp = openId({
    name: 'Corp',
    issuer: 'https://id.example',
    domains: ['corp.example'],
    ...credentials,
  });
  const tenant = '11111111-2222-3333-4444-555555555555';
  const everybody = microsoft({ tenant: 'common', ...credentials });
  const own = { ...microsoft({ tenant, ...credentials }), name: 'Microsoft, one tenant' };
  const personal = microsoft({ tenant: '9188040d-6c67-4c5b-b112-36a304b66dad', ...credentials });
  const gitHubs = gitHub(credentials);
  const apples = apple({ clientId: 'x', teamId: 'y', keyId: 'z', privateKey: '' });
  const email = 'a@corp.example';
  const rows = [
    [google(credentials), { email: 'a@gmail.com', email_verified: true }, true],
    [google(credentials), { email: 'a@gmail.com', email_verified: false }, false],
    [google(credentials), { email: 'a@gmail.com', email_verified: 'true' }, false],
    [google(credentials), { email: 'a@corp.example', email_verified: true }, false],
    [google(credentials), { email: 'a@corp.example', email_verified: true, hd: 'corp.example' }, true],
    [google(credentials), { email: 'gmail.com@evil.example', email_verified: true }, false],
    [corp, { email: 'a@corp.example', email_verified: true }, true],
    [corp, { email: 'a@CORP.example', email_verified: true }, true],
    [corp, { email: 'a@corp.example' }, false],
    [corp, { email: 'a@sub.corp.example', email_verified: true }, false],
    [corp, { email: 'a@gmail.com', email_verified: true }, false],
    [corp, {}, false],
    [everybody, { email, xms_edov: true }, true],
    [everybody, { email, xms_edov: '1' }, true],
    [everybody, { email, xms_edov: false }, false],
    [everybody, { email, xms_edov: '0' }, false],
    [everybody, { email, email_verified: true }, false],
    [own, { email, tid: tenant }, true],
    [own, { email, tid: tenant, xms_edov: false }, false],
    [personal, { email }, false],
    [gitHubs, { id: 1, email, verified: true }, true],
    [gitHubs, { id: 1, email, verified: false }, false],
    [apples, { email, email_verified: 'true' }, true],
    [apples, { email, email_verified: true }, true],
    [apples, { email, email_verified: 'false' }, false],
    [apples, { email }, false],
  ] as const;
  for (const [provider, claims, expected] of rows) {
    it(`${provider.name}, ${JSON.stringify(claims)}: ${expected}`, () => {
      assert.equal(provider.read({ sub: '1', ...claims }, new URLSearchParams()).isAuthoritative, expected);
    });
  }
});
