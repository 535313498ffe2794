import assert from 'node:assert/strict';
import { it } from 'node:test';
import { apple } from '../../src/features/identities/providers/apple.ts';
import { gitHub } from '../../src/features/identities/providers/github.ts';
import { google } from '../../src/features/identities/providers/google.ts';
import { readRecords } from '../../src/imports/files/records.ts';
import { Members } from '../../src/imports/users/members.ts';
import { sourceOf } from '../../src/imports/users/sources.ts';

const CREDENTIALS = { clientId: '', clientSecret: '', teamId: '', keyId: '', privateKey: '' };
const BCRYPT = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
const PARAMETERS = {
  rounds: 8,
  memoryCost: 14,
  saltSeparator: 'Bw==',
  signerKey: Buffer.alloc(64, 1).toString('base64'),
};
const KEYCLOAK = {
  realm: 'shop',
  users: [
    {
      ...{
        username: 'ada',
        email: 'ada@example.com',
        emailVerified: true,
        enabled: false,
        createdTimestamp: 1600000000000,
      },
      ...{ firstName: 'Ada', lastName: 'L', attributes: { phoneNumber: ['+44 1'], locale: ['de'] } },
      credentials: [
        { type: 'otp', secretData: '{"value":"x"}', credentialData: '{}' },
        {
          type: 'password',
          secretData: '{"value":"JsfNbCOIdZUbyBJ+BT+VoGI91Ec2rWLOvkLPDaX8e9k=","salt":"P5rtFkGtPfoaryJ6PizUJw=="}',
          credentialData: '{"hashIterations":27500,"algorithm":"pbkdf2-sha256"}',
        },
      ],
    },
  ],
};
const FIREBASE = {
  users: [
    {
      ...{
        localId: 'x',
        email: 'ada@example.com',
        emailVerified: true,
        disabled: true,
        displayName: 'Ada L',
        createdAt: '1600000000000',
      },
      ...{ passwordHash: Buffer.alloc(64).toString('base64'), salt: 'c2FsdA==', phoneNumber: '+44 1' },
    },
  ],
};
const TIME = '2020-09-13T12:26:40.000Z';

/** An export of each system, of the same user. */
const FILES: Readonly<Record<string, string>> = {
  keycloak: JSON.stringify(KEYCLOAK, null, 2),
  firebase: JSON.stringify(FIREBASE),
  supabase:
    'id,email,encrypted_password,email_confirmed_at,phone,raw_user_meta_data,created_at,banned_until\n' +
    `1,ada@example.com,${BCRYPT},2020-09-14 00:00:00+00,441000000,"{""full_name"": ""Ada L""}",2020-09-13 12:26:40+00,2999-01-01 00:00:00+00\n`,
  kratos: JSON.stringify([
    {
      ...{ id: '9f', schema_id: 'default', state: 'inactive', created_at: TIME, metadata_public: null },
      traits: { email: 'ada@example.com', name: { first: 'Ada', last: 'L' }, phone: '+44 1' },
      credentials: {
        password: { type: 'password', identifiers: ['ada@example.com'], config: { hashed_password: BCRYPT } },
      },
      verifiable_addresses: [{ value: 'Ada@example.com', verified: true, via: 'email', status: 'completed' }],
    },
  ]),
  auth0: `${JSON.stringify({ _id: { $oid: '5' }, email: 'ada@example.com', email_verified: true, name: 'Ada L', passwordHash: BCRYPT, blocked: true, created_at: TIME, user_metadata: { phone: '+44 1' } })}\n`,
  django: JSON.stringify([
    {
      ...{ model: 'auth.user', pk: 1 },
      fields: {
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'L',
        password: `bcrypt$${BCRYPT}`,
        is_active: false,
        date_joined: TIME,
        phone: '+44 1',
        email_verified: true,
      },
    },
  ]),
  aspnet: `Id;Email;UserName;PasswordHash;EmailConfirmed;PhoneNumber;FullName;CreatedAt\n1;ada@example.com;ada;AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==;1;+44 1;Ada L;2020-09-13 12:26:40\n`,
  wordpress: `ID\tuser_login\tuser_pass\tuser_email\tuser_registered\tdisplay_name\n1\tada\t$P$Ble44z0qogCFTQxUuxhBqCG1iEfJwF.\tada@example.com\t2020-09-13 12:26:40\tAda L\n`,
  'better-auth': `${JSON.stringify({ email: 'ada@example.com', name: 'Ada L', emailVerified: true, banned: true, createdAt: TIME, phoneNumber: '+44 1', password: `${'a'.repeat(32)}:${'b'.repeat(128)}` })}\n`,
  generic: `email,name,phone,encrypted_password,confirmed_at,status,created_at\nada@example.com,Ada L,+44 1,${BCRYPT},2020-09-14,SUSPENDED,1600000000\n`,
};

it('the exports of other systems are recognized and read', async () => {
  for (const [name, text] of Object.entries(FILES)) {
    const records = await Array.fromAsync(
      readRecords(async function* () {
        // In parts that end anywhere.
        for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
      }),
    );
    const [first] = records;
    assert.ok(records.length === 1 && first && 'record' in first, name);
    const record = new Members(first.record);
    const source = sourceOf(record);
    assert.equal(source.name, name);
    const user = source.read(record, { hasPepper: false, firebase: PARAMETERS });
    assert.deepEqual(
      [user.email, user.fullName, user.createdAt],
      ['ada@example.com', 'Ada L', 1_600_000_000_000],
      name,
    );
    assert.ok(user.hash() !== undefined, name);
    if (name === 'wordpress') continue;
    assert.equal(user.isVerified, true, name);
    assert.match(user.phoneNumber ?? '', /^\+441000000$|^\+44 1$/, name);
    assert.equal(user.standing, name === 'aspnet' ? 'open' : 'suspended', name);
  }
});

const readOne = async (text: string) => {
  const [first] = await Array.fromAsync(
    readRecords(async function* () {
      yield text;
    }),
  );
  assert.ok(first && 'record' in first, text);
  const record = new Members(first.record);
  return sourceOf(record).read(record, { hasPepper: false });
};

it('logins with other providers are taken over where somebody has the same subject at every service', async () => {
  const APPLE = '001999.0123456789abcdef0123456789abcdef.0123';
  const address = 'ada@gmail.example';
  const files: Readonly<Record<string, string>> = {
    // From the admin API: the table has another `id`.
    supabase: JSON.stringify({
      ...{ aud: 'authenticated', email: 'ada@example.com', user_metadata: {}, email_confirmed_at: TIME },
      identities: [
        { id: '117', identity_data: { sub: '117', email: address }, provider: 'google' },
        { id: '583231', identity_data: { sub: '583231', email: address }, provider: 'github' },
        { id: APPLE, identity_data: { sub: APPLE, email: address }, provider: 'apple' },
        { id: 'a-pairwise-subject', identity_data: { sub: 'a-pairwise-subject' }, provider: 'azure' },
        { id: '9f', identity_data: { sub: '9f', email: 'ada@example.com' }, provider: 'email' },
      ],
    }),
    firebase: JSON.stringify({
      ...{ localId: 'x', email: 'ada@example.com', emailVerified: true },
      providerUserInfo: [
        { providerId: 'google.com', rawId: '117', email: address },
        { providerId: 'github.com', rawId: '583231', email: address },
        { providerId: 'apple.com', rawId: APPLE, email: address },
        { providerId: 'facebook.com', rawId: '1020', email: address },
        { providerId: 'password', rawId: 'ada@example.com' },
      ],
    }),
    auth0: JSON.stringify({
      ...{ user_id: 'google-oauth2|117', email: 'ada@example.com', email_verified: true, user_metadata: {} },
      identities: [
        { provider: 'google-oauth2', user_id: '117', isSocial: true, profileData: { email: address } },
        { provider: 'github', user_id: 583_231, isSocial: true, profileData: { email: address } },
        { provider: 'apple', user_id: APPLE, isSocial: true, profileData: { email: address } },
        { provider: 'windowslive', user_id: 'f00', isSocial: true },
        { provider: 'google-apps', user_id: 'ada@corp.example', isSocial: false },
        { provider: 'auth0', user_id: '5', isSocial: false },
      ],
    }),
    keycloak: JSON.stringify({
      ...{ username: 'ada', email: 'ada@example.com', createdTimestamp: 1_600_000_000_000 },
      federatedIdentities: [
        { identityProvider: 'google', userId: '117', userName: address },
        { identityProvider: 'github', userId: '583231', userName: 'ada' },
        { identityProvider: 'apple', userId: APPLE, userName: address },
        { identityProvider: 'corp', userId: '1', userName: 'ada' },
      ],
    }),
  };
  const others: Readonly<Record<string, string[]>> = {
    ...{ supabase: ['azure'], firebase: ['facebook.com'], auth0: ['windowslive', 'google-apps'], keycloak: ['corp'] },
  };
  for (const [name, text] of Object.entries(files)) {
    const { identities = [], otherLogins } = await readOne(`${text}\n`);
    const email = name === 'keycloak' ? null : address;
    assert.deepEqual(
      identities,
      [
        { provider: 'google', issuer: google(CREDENTIALS).issuer, subject: '117', email },
        { provider: 'github', issuer: gitHub(CREDENTIALS).issuer, subject: '583231', email },
        { provider: 'apple', issuer: apple(CREDENTIALS).issuer, subject: APPLE, email },
      ],
      name,
    );
    assert.deepEqual(
      otherLogins,
      others[name]?.map((other) => `login with ${other}`),
      name,
    );
  }
  const table = `email,encrypted_password,raw_user_meta_data,identities\na@example.com,,{},"${JSON.stringify([
    { id: 'bb7f', provider_id: '117', provider: 'google', identity_data: { sub: '117' } },
    { id: 'bb80', provider_id: '118', provider: 'google', identity_data: { sub: '118' } },
    { id: 'bb81', provider_id: 'no-number', provider: 'github', identity_data: {} },
  ]).replaceAll('"', '""')}"\n`;
  const { identities = [], otherLogins } = await readOne(table);
  assert.deepEqual(
    [identities.map(({ subject }) => subject), otherLogins],
    [['117'], ['login with google', 'login with github']],
  );
});

it('nobody becomes verified, or is let in again, by what a table says of something else', async () => {
  const supabase = (columns: string, cells: string) =>
    `email,encrypted_password,raw_user_meta_data,${columns}\na@example.com,${BCRYPT},{},${cells}\n`;
  const verified: readonly [text: string, isVerified: boolean | undefined][] = [
    // Not blocked, and never confirmed.
    ['email,status,email_verified\na@example.com,active,0\n', false],
    ['email,status,email_verified_at\na@example.com,ACTIVE,\\N\n', false],
    ['email,status\na@example.com,active\n', undefined],
    ['email,account_status\na@example.com,active\n', true],
    ['email,account_status\na@example.com,SUSPENDED\n', undefined],
    ['email,email_verified\na@example.com,NULL\n', undefined],
    ['email,email_verified\na@example.com,pending\n', undefined],
    ['email,email_verified\na@example.com,2020-09-13 12:26:40\n', true],
    // Only the telephone number is confirmed.
    [supabase('email_confirmed_at,confirmed_at', ',2020-09-13 12:26:40+00'), false],
    [supabase('confirmed_at', '2020-09-13 12:26:40+00'), true],
  ];
  for (const [text, isVerified] of verified) assert.equal((await readOne(text)).isVerified, isVerified, text);
  const suspended: readonly [text: string, isSuspended: boolean][] = [
    ['email,status\na@example.com,banned\n', true],
    ['email,is_active,disabled\na@example.com,1,1\n', true],
    ['email,is_active,disabled\na@example.com,1,0\n', false],
    ['email,is_active,enabled\na@example.com,1,0\n', true],
    [supabase('banned_until', 'infinity'), true],
    [supabase('banned_until', '2001-01-01 00:00:00+00'), false],
    ['Email,PasswordHash,LockoutEnd\na@example.com,x,9999-12-31 23:59:59 +00:00\n', true],
    [`Email,PasswordHash,LockoutEnd\na@example.com,x,${new Date(Date.now() + 300_000).toISOString()}\n`, false],
  ];
  for (const [text, isSuspended] of suspended)
    assert.equal((await readOne(text)).standing, isSuspended ? 'suspended' : 'open', text);
});

const standingOf = async (record: object) => {
  const { standing } = await readOne(`${JSON.stringify(record)}\n`);
  return typeof standing === 'string' ? standing : 'refused';
};
const csvOf = (record: object): string => {
  const cells = Object.values(record).map((value) => `"${value ?? ''}"`);
  return `${Object.keys(record).join(',')}\n${cells.join(',')}\n`;
};
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

it('nobody whom the old system shut out gets in, however it says so', async () => {
  const says: readonly [standing: string, ...records: object[]][] = [
    ['open', ...['active', 'ACTIVE', 'Enabled', 'approved', 'confirmed', ''].map((status) => ({ status }))],
    ['open', { is_active: true }, { enabled: 1 }, { blocked: false }, { locked_at: null }, { deleted: 0 }],
    ['open', { deleted_at: '0000-00-00 00:00:00' }, { banned_until: inHours(-1) }],
    ['open', { accountNonLocked: true }, { suspended_at: '' }, { archived: 'f' }, { lockoutEnabled: true }],
    [
      'suspended',
      ...['inactive', 'archived', 'terminated', 'closed', 'revoked', 'expired', 'banned', 'blocked', 'Locked Out'].map(
        (status) => ({ status }),
      ),
      ...['SUSPENDED', 'disabled', 'deactivated', 'locked', 'DEPROVISIONED', 'INACTIVE'].map((account_status) => ({
        account_status,
      })),
      // Devise, Laravel, Discourse, mongoose, Casdoor, Azure, Spring, Google.
      ...[{ locked_at: '2020-01-01 00:00:00' }, { banned_at: inHours(-1) }, { suspended_till: inHours(1) }],
      ...[{ lockUntil: Date.now() + 60_000 }, { isForbidden: true }],
      ...[{ accountEnabled: false }, { accountNonLocked: false }, { account_locked: 1 }, { archived: true }],
      ...[{ 'Is Active': 'No' }, { DISABLED: 'Y' }, { isSuspended: true }],
      ...[{ banned_until: inHours(1) }, { bannedUntil: 'infinity' }, { is_active: 0 }, { enabled: 'f' }],
      ...[{ account_expires: inHours(-1) }, { is_approved: false }, { status: 'active', blocked: true }],
      ...[{ lockedAt: { $date: '2020-01-01T00:00:00Z' } }, { deleted_at: inHours(24) }],
    ],
    ['deleted', { deleted_at: inHours(-1) }, { deletedAt: '2020-01-01' }, { is_deleted: 1 }, { status: 'Deleted' }],
    ['deleted', { deletedAt: { $date: { $numberLong: '1600000000000' } } }, { removed_at: 1_600_000_000 }],
    ['deleted', { status: 'active', deleted: true }],
    ['refused', ...['pending', 'gold', '1', 'invited', 'x'.repeat(500)].map((status) => ({ status }))],
    ['refused', { deleted_at: 'last week' }, { banned: 'maybe' }, { banned: { by: 3 } }, { account_status: 'wait' }],
    ['refused', { state: 'ldap_blocked' }, { state: 'USER_STATE_INACTIVE' }, { state: 'CA' }],
  ];
  for (const [standing, ...records] of says)
    for (const said of records) {
      const record = { email: 'a@example.com', email_verified: true, ...said };
      assert.equal(await standingOf(record), standing, JSON.stringify(said));
      // The same in the tables of systems that say it otherwise, and in CSV.
      const others = [
        { user_metadata: {} },
        { aud: 'a', user_metadata: { x: 1 } },
        { localId: '1' },
        { date_joined: TIME },
      ];
      for (const other of [...others, { createdTimestamp: 1 }, { traits: {}, schema_id: 'd' }])
        assert.equal(await standingOf({ ...record, ...other }), standing, JSON.stringify({ ...said, ...other }));
      const fields = { model: 'auth.user', pk: 1, fields: record };
      assert.equal(await standingOf(fields), standing, JSON.stringify(fields));
      if (typeof Object.values(said)[0] === 'object') continue;
      const upper = Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toUpperCase(), value]));
      const fromCsv = (await readOne(csvOf(upper))).standing;
      assert.equal(typeof fromCsv === 'string' ? fromCsv : 'refused', standing, csvOf(upper));
    }
  const { standing } = await readOne('{"email":"a@example.com","Account Status":"on hold"}\n');
  assert.deepEqual(standing, { unknown: 'the Account Status "on hold" is not known' });
  // Our own word for an address that has still to be confirmed.
  assert.equal(await standingOf({ email: 'a@example.com', account_status: 'INACTIVE', email_verified: false }), 'open');
  const wordPress = (status: number) => `user_email,user_pass,user_status\na@example.com,x,${status}\n`;
  assert.deepEqual(
    [(await readOne(wordPress(0))).standing, (await readOne(wordPress(1))).standing],
    ['open', 'suspended'],
  );
});

it('names are read in any case and spelling, and what is not read is known', async () => {
  const record = new Members({
    ...{
      'E-MAIL': 'a@example.com',
      'Full Name': 'Ada',
      PASSWORDHASH: BCRYPT,
      EmailVerified: 't',
      pwhash: 'x',
      empty: '',
    },
    ...{ id: 7, tags: [], logins: 3 },
  });
  const user = sourceOf(record).read(record, { hasPepper: false });
  assert.deepEqual([user.email, user.fullName, user.isVerified], ['a@example.com', 'Ada', true]);
  assert.ok(user.hash());
  assert.deepEqual(record.unread(), ['pwhash', 'logins']);
  const renamed = new Members(
    { mail: 'a@example.com', pwhash: BCRYPT, status: 1, state: 'CA' },
    new Map([
      ['password_hash', 'PwHash'],
      ['is_active', 'status'],
      ['status', ''],
      ['state', ''],
    ]),
  );
  const read = sourceOf(renamed).read(renamed, { hasPepper: false });
  assert.deepEqual([read.standing, read.hash() !== undefined, renamed.unread()], ['open', true, []]);
  const nested = new Members({ traits: { email: 'a@example.com', team: 'x' }, schema_id: 'd' });
  sourceOf(nested).read(nested, { hasPepper: false });
  assert.deepEqual(nested.unread(), ['schema_id', 'traits.team']);
});

it('CSV has line ends of all kinds, wherever a part ends', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['email,name', 'a@example.com,"A ""B"""', 'c@example.com,C', ''].join(end);
    for (let size = 1; size <= 12; size += 1) {
      const records = await Array.fromAsync(
        readRecords(async function* () {
          for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
        }),
      );
      assert.deepEqual(
        records,
        [
          { line: 2, record: { email: 'a@example.com', name: 'A "B"' } },
          { line: 3, record: { email: 'c@example.com', name: 'C' } },
        ],
        JSON.stringify([end, size]),
      );
    }
  }
});
