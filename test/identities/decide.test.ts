import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Decision, decide, type LinkingPolicy } from '../../src/identities/decide.ts';
import { google } from '../../src/identities/providers/google.ts';
import { openId } from '../../src/identities/providers/openid.ts';
import type { AccountStatus } from '../../src/store/tables/user.ts';

type Row = [
  isAuthoritative: boolean,
  holder: [AccountStatus, isEmailConfirmed?: boolean, secondFactors?: number] | undefined,
  linking: LinkingPolicy,
  expected: Decision,
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
];

describe('what is done for somebody whom a provider has named, and nobody knows', () => {
  for (const [isAuthoritative, holder, linking, expected] of TABLE) {
    const [accountStatus, isEmailConfirmed = true, secondFactors = 0] = holder ?? [];
    it(`${isAuthoritative ? 'proven' : 'claimed'}, ${holder ?? 'free'}, ${linking}: ${expected}`, () => {
      const found = accountStatus && { accountStatus, isEmailConfirmed, secondFactors };
      assert.equal(decide(isAuthoritative, found, linking), expected);
    });
  }
});

describe('which provider is believed about which address', () => {
  const credentials = { clientId: 'x', clientSecret: 'y' };
  const corp = openId({
    id: 'corp',
    name: 'Corp',
    issuer: 'https://id.example',
    domains: ['corp.example'],
    ...credentials,
  });
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
  ] as const;
  for (const [provider, claims, expected] of rows) {
    it(`${provider.name}, ${JSON.stringify(claims)}: ${expected}`, () => {
      assert.equal(provider.read({ sub: '1', ...claims }).isAuthoritative, expected);
    });
  }
});
