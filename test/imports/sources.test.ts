import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readRecords } from '../../src/imports/files/records.ts';
import { sourceOf } from '../../src/imports/users/sources.ts';

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
  generic: `email,name,phone,encrypted_password,confirmed_at,status,created_at\nada@example.com,Ada L,+44 1,${BCRYPT},,SUSPENDED,1600000000\n`,
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
    const source = sourceOf(first.record);
    assert.equal(source.name, name);
    const user = source.read(first.record, { hasPepper: false, firebase: PARAMETERS });
    assert.deepEqual(
      [user.email, user.fullName, user.createdAt],
      ['ada@example.com', 'Ada L', 1_600_000_000_000],
      name,
    );
    assert.ok(user.hash() !== undefined, name);
    if (name === 'wordpress') continue;
    assert.equal(user.isVerified, true, name);
    assert.match(user.phoneNumber, /^\+441000000$|^\+44 1$/, name);
    assert.equal(user.isSuspended, name !== 'aspnet', name);
  }
});
