import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Decision, decide, type LinkingPolicy } from '../../src/identities/decide.ts';
import type { EmailProof } from '../../src/identities/provider.ts';
import { apple } from '../../src/identities/providers/apple.ts';
import { gitHub } from '../../src/identities/providers/github.ts';
import { google } from '../../src/identities/providers/google.ts';
import { microsoft } from '../../src/identities/providers/microsoft.ts';
import { openId } from '../../src/identities/providers/openid.ts';
import type { AccountStatus } from '../../src/store/tables/user.ts';

type Row = [
  emailProof: EmailProof,
  holder: [AccountStatus, but?: 'unproven' | 'protected'] | undefined,
  linking: LinkingPolicy,
  expected: Decision,
  registration?: 'invited',
];

const TABLE: Row[] = [
  ['decided', undefined, 'ask', 'register'],
  ['claimed', undefined, 'verified', 'register'],
  ['decided', ['INACTIVE'], 'ask', 'take_over'],
  ['checked', ['INACTIVE'], 'ask', 'take_over'],
  ['decided', ['INACTIVE'], 'verified', 'take_over'],
  ['claimed', ['INACTIVE'], 'ask', 'link'],
  ['claimed', ['INACTIVE'], 'verified', 'link'],
  ['decided', ['ACTIVE'], 'ask', 'link'],
  ['decided', ['ACTIVE'], 'verified', 'link_proven'],
  ['decided', ['ACTIVE', 'unproven'], 'verified', 'link'],
  ['decided', ['ACTIVE', 'protected'], 'verified', 'link'],
  ['checked', ['ACTIVE'], 'verified', 'link'],
  ['claimed', ['ACTIVE'], 'verified', 'link'],
  ['decided', ['SUSPENDED'], 'verified', 'link'],
  ['decided', undefined, 'ask', 'closed', 'invited'],
  ['claimed', undefined, 'ask', 'closed', 'invited'],
  ['claimed', ['ACTIVE'], 'ask', 'closed', 'invited'],
  ['claimed', ['INACTIVE'], 'ask', 'closed', 'invited'],
  ['decided', ['INACTIVE'], 'ask', 'take_over', 'invited'],
  ['checked', ['INACTIVE'], 'ask', 'take_over', 'invited'],
  ['decided', ['ACTIVE'], 'ask', 'link', 'invited'],
];

describe('what is decided for an identity without an account', () => {
  for (const [emailProof, holder, linking, expected, registration = 'open'] of TABLE) {
    const [accountStatus, but] = holder ?? [];
    it(`${emailProof}, ${holder ?? 'free'}, ${linking}, ${registration}: ${expected}`, () => {
      const found = accountStatus && {
        ...{ accountStatus, isEmailProven: but !== 'unproven', isProtected: but === 'protected' },
      };
      assert.equal(decide(emailProof, found, linking, registration === 'open'), expected);
    });
  }
});

describe('how far a provider is believed about which address', () => {
  const credentials = { clientId: 'x', clientSecret: 'y' };
  const corp = openId({
    name: 'Corp',
    issuer: 'https://id.example',
    domains: ['corp.example'],
    ...credentials,
  });
  const tenant = '11111111-2222-3333-4444-555555555555';
  const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';
  const everybody = microsoft({ tenant: 'common', ...credentials });
  const own = { ...microsoft({ tenant, ...credentials }), name: 'Microsoft, one tenant' };
  const personal = microsoft({ tenant: PERSONAL, ...credentials });
  const gitHubs = gitHub(credentials);
  const apples = apple({ clientId: 'x', teamId: 'y', keyId: 'z', privateKey: '' });
  const email = 'a@corp.example';
  const rows = [
    [google(credentials), { email: 'a@gmail.com', email_verified: true }, 'decided'],
    [google(credentials), { email: 'a@gmail.com', email_verified: false }, 'claimed'],
    [google(credentials), { email: 'a@gmail.com', email_verified: 'true' }, 'claimed'],
    [google(credentials), { email: 'a@corp.example', email_verified: true }, 'claimed'],
    [google(credentials), { email: 'a@corp.example', email_verified: true, hd: 'corp.example' }, 'decided'],
    [google(credentials), { email: 'a@corp.example', email_verified: false, hd: 'corp.example' }, 'claimed'],
    [google(credentials), { email: 'a@corp.example', hd: 'corp.example' }, 'claimed'],
    [google(credentials), { email: 'a@corp.example', email_verified: true, hd: true }, 'claimed'],
    [google(credentials), { email: 'a@gmail.com', email_verified: true, hd: 'corp.example' }, 'decided'],
    [google(credentials), { email: 'gmail.com@evil.example', email_verified: true }, 'claimed'],
    [google(credentials), { email: 'a@mail.gmail.com', email_verified: true }, 'claimed'],
    [corp, { email: 'a@corp.example', email_verified: true }, 'decided'],
    [corp, { email: 'a@CORP.example', email_verified: true }, 'decided'],
    [corp, { email: 'a@corp.example' }, 'claimed'],
    [corp, { email: 'a@corp.example', email_verified: 'true' }, 'claimed'],
    [corp, { email: 'a@corp.example@gmail.com', email_verified: true }, 'claimed'],
    [corp, { email: 'a@sub.corp.example', email_verified: true }, 'claimed'],
    [corp, { email: 'a@gmail.com', email_verified: true }, 'claimed'],
    [corp, {}, 'claimed'],
    [everybody, { email, xms_edov: true }, 'decided'],
    [everybody, { email, xms_edov: '1' }, 'decided'],
    [everybody, { email, xms_edov: false }, 'claimed'],
    [everybody, { email, xms_edov: '0' }, 'claimed'],
    [everybody, { email, email_verified: true }, 'claimed'],
    [everybody, { email, xms_edov: true, tid: PERSONAL }, 'claimed'],
    [everybody, { email: 'a@outlook.com', xms_edov: true, tid: PERSONAL }, 'decided'],
    [everybody, { email: 'a@Hotmail.com', xms_edov: '1', tid: PERSONAL }, 'decided'],
    [everybody, { email: 'a@outlook.com', tid: PERSONAL }, 'claimed'],
    [everybody, { email: 'a@outlook.com', xms_edov: false, tid: PERSONAL }, 'claimed'],
    [everybody, { email: 'a@outlook.com.evil.example', xms_edov: true, tid: PERSONAL }, 'claimed'],
    [everybody, { email: 'a@outlook.com', xms_edov: false, tid: tenant }, 'claimed'],
    [personal, { email, xms_edov: true, tid: PERSONAL }, 'claimed'],
    [personal, { email: 'a@live.com', xms_edov: true, tid: PERSONAL }, 'decided'],
    [own, { email, tid: tenant }, 'decided'],
    [own, { email, tid: tenant, xms_edov: false }, 'claimed'],
    [personal, { email }, 'claimed'],
    [gitHubs, { id: 1, email, verified: true }, 'checked'],
    [gitHubs, { id: 1, email, verified: false }, 'claimed'],
    [apples, { email, email_verified: 'true' }, 'checked'],
    [apples, { email, email_verified: true }, 'checked'],
    [apples, { email, email_verified: 'false' }, 'claimed'],
    ...['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com'].map(
      (domain) => [apples, { email: `a@${domain}`, email_verified: true }, 'decided'] as const,
    ),
    [apples, { email: 'a@privaterelay.appleid.com' }, 'claimed'],
    [apples, { email: 'a@icloud.com', email_verified: 'false' }, 'claimed'],
    [apples, { email }, 'claimed'],
  ] as const;
  for (const [provider, claims, expected] of rows) {
    it(`${provider.name}, ${JSON.stringify(claims)}: ${expected}`, () => {
      assert.equal(provider.read({ sub: '1', ...claims }, new URLSearchParams()).emailProof, expected);
    });
  }

  for (const tid of [undefined, null, 1, [PERSONAL], [tenant], { toString: tenant }])
    it(`${JSON.stringify(tid)} is no tenant of Microsoft's`, () => {
      const claims = { tid, oid: 'somebody', email, xms_edov: true };
      for (const provider of [everybody, own, personal])
        assert.equal(provider.read(claims, new URLSearchParams()).subject, undefined);
    });
});
