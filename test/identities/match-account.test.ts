import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchAccount } from '../../src/features/identities/match-account.ts';
import { apple } from '../../src/features/identities/providers/apple.ts';
import { gitHub } from '../../src/features/identities/providers/github.ts';
import { google } from '../../src/features/identities/providers/google.ts';
import { microsoft } from '../../src/features/identities/providers/microsoft.ts';
import { openId } from '../../src/features/identities/providers/openid.ts';
import type { LinkingPolicy } from '../../src/features/identities/services.ts';
import type { Role } from '../../src/store/tables/user.ts';

const NOBODY = undefined;
const verified = { accountStatus: 'ACTIVE', isEmailProven: true, isProtected: false } as const;
const HOLDERS = {
  nobody: NOBODY,
  'never entered': { ...verified, accountStatus: 'INACTIVE' },
  suspended: { ...verified, accountStatus: 'SUSPENDED' },
  verified,
  'with an unproven login': { ...verified, isEmailProven: false },
  'with a factor': { ...verified, isProtected: true },
} as const satisfies Record<string, Omit<NonNullable<Parameters<typeof matchAccount>[2]>, 'role'> | undefined>;

const PROOFS = ['decided', 'checked', 'claimed'] as const;
const email = 'a@corp.example';

/** What each proof leads to: where nothing guards the address, and where something does. */
type Row = readonly [holder: keyof typeof HOLDERS, linking: LinkingPolicy, open: string, guarded: string];
const TABLE: readonly Row[] = [
  ['nobody', 'ask', 'register_active register_active register', 'register_active register register'],
  ['nobody', 'verified', 'register_active register_active register', 'register_active register register'],
  ['never entered', 'ask', 'take_over take_over link', 'take_over link link'],
  ['never entered', 'verified', 'take_over take_over link', 'take_over link link'],
  ['suspended', 'ask', 'link link link', 'link link link'],
  ['suspended', 'verified', 'link link link', 'link link link'],
  ['verified', 'ask', 'link link link', 'link link link'],
  ['verified', 'verified', 'link_proven link link', 'link_proven link link'],
  ['with an unproven login', 'verified', 'link link link', 'link link link'],
  ['with a factor', 'verified', 'link link link', 'link link link'],
];

/** What guards an address, alone. */
const GUARDS = {
  'EMAIL_DOMAINS, inside': { emailDomains: ['corp.example'] },
  'EMAIL_DOMAINS, outside': { emailDomains: ['other.example'] },
  FIRST_ADMIN_EMAIL: { firstAdminEmail: email },
  ADMIN: { role: 'ADMIN' },
} as const satisfies Record<string, Partial<Policy>>;

interface Policy {
  readonly emailDomains: readonly string[];
  readonly firstAdminEmail: string | undefined;
  readonly role: Role;
}

describe('what is decided for an identity without an account', () => {
  const decided = (name: keyof typeof HOLDERS, linking: LinkingPolicy, guard: Partial<Policy>, isOpen = true) => {
    const { emailDomains = [], firstAdminEmail = 'boss@corp.example', role = 'USER' } = guard;
    const registration: 'open' | 'invited' = isOpen ? 'open' : 'invited';
    const rules = {
      ...{ identityLinking: linking, firstAdminEmail, registrationPolicy: { registration, emailDomains } },
    } as const;
    const holder = HOLDERS[name] && { ...HOLDERS[name], role };
    return PROOFS.map((emailProof) => matchAccount(rules, { email, emailProof }, holder)).join(' ');
  };

  for (const [name, linking, open, guarded] of TABLE) {
    it(`${name}, ${linking}: ${open}`, () => assert.equal(decided(name, linking, {}), open));
    for (const [by, guard] of Object.entries(GUARDS)) {
      if (by === 'ADMIN' && name === 'nobody') continue;
      it(`${name}, ${linking}, guarded by ${by}: ${guarded}`, () =>
        assert.equal(decided(name, linking, guard), guarded));
      it(`${name}, ${linking}, guarded by ${by}, where registration is not open`, () => {
        const [first = '', second = ''] = name === 'nobody' ? ['closed', 'closed'] : guarded.split(' ');
        assert.equal(decided(name, linking, guard, false), `${first} ${second} closed`);
      });
    }
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
