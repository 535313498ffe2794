import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import * as acting from '../../../src/features/acting/table.ts';
import * as recoveryCodes from '../../../src/features/authenticator/recovery-code-table.ts';
import * as totp from '../../../src/features/authenticator/table.ts';
import * as grants from '../../../src/features/openid/apps/grant-table.ts';
import * as clients from '../../../src/features/openid/clients/client-table.ts';
import * as passkeys from '../../../src/features/passkeys/table.ts';
import { orThrow, type Statement } from '../../../src/store/engine/database.ts';
import { drop, retry } from '../../../src/store/queues/outbox-admin.ts';
import * as removal from '../../../src/store/tables/account-removal.ts';
import * as adminLinks from '../../../src/store/tables/admin-links.ts';
import { requireProvenAddress } from '../../../src/store/tables/credentials.ts';
import * as emailChanges from '../../../src/store/tables/email-changes.ts';
import { removeOne } from '../../../src/store/tables/ended-sessions.ts';
import { clearFactors, requirePendingFactor } from '../../../src/store/tables/factors.ts';
import * as imported from '../../../src/store/tables/imported-accounts.ts';
import { requireAnotherAdmin } from '../../../src/store/tables/locks.ts';
import { insertSession } from '../../../src/store/tables/new-session.ts';
import { promote, promoteFirst } from '../../../src/store/tables/promote-to-admin.ts';
import * as sessions from '../../../src/store/tables/sessions.ts';
import { spend } from '../../../src/store/tables/spent-proofs.ts';
import type { User } from '../../../src/store/tables/user.ts';
import * as userNotes from '../../../src/store/tables/user-notes.ts';
import * as users from '../../../src/store/tables/users.ts';
import { removeWayIn } from '../../../src/store/tables/ways-in.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { type Columns, plantRow } from '../../support/plant-row.ts';
import { openSqlite } from '../../support/raw-database.ts';

const NOW_MS = Date.UTC(2026, 10, 18);
const ALIVE = NOW_MS + 1000;
const OVER = NOW_MS;

/** As it was read. */
const ADA: User = {
  ...{ id: 1, fullName: 'Ada', email: 'ada@example.com', phoneNumber: '1', industry: 'Mining', role: 'USER' },
  ...{ profileImageUrl: null, accountStatus: 'ACTIVE', passwordHash: 'h', credentialVersion: 5, secondFactors: 1 },
  ...{ language: 'en', createdAtMs: NOW_MS, updatedAtMs: NOW_MS, deletionDueAtMs: null, fields: null },
};
const ada: Columns = {
  ...{ id: 1, full_name: 'Ada', email: 'ada@example.com', phone_number: '1', industry: 'Mining', role: 'USER' },
  ...{ account_status: 'ACTIVE', password_hash: 'h', credential_version: 5, second_factors: 1, language: 'en' },
  ...{ created_at: NOW_MS, updated_at: NOW_MS },
};
const bob: Columns = { ...ada, id: 2, email: 'bob@example.com', phone_number: '2' };
const session: Columns = { user_id: 1, slot: 0, id: 's', value_hash: 'v', generation: 3, expires_at: ALIVE };
const waiting: Columns = { id: 'c', user_id: 1, old_email: ADA.email, new_email: 'new@example.com', session_id: 's' };
const client: Columns = {
  ...{ id: 'app', name: 'App', logo_uri: null, redirect_uris: '["https://a.example/cb"]' },
  ...{ post_logout_redirect_uris: '[]', scopes: 'openid', confidential: 1, secret_hash: 'x' },
};

type Rows = readonly (readonly [table: string, row: Columns])[];

interface Write {
  readonly write: Statement;
  /** With these rows it is done. */
  readonly rows: Rows;
  /** After any one of these changes it is not: what was read has changed, also to a newer or larger value. */
  readonly unless: readonly string[];
}

const identity = (id: string, provider = 'off'): Rows[number] => [
  'identities',
  { id, user_id: 1, provider, issuer: 'x', subject: id },
];
const user = (changes: Columns = {}): Rows[number] => ['users', { ...ada, ...changes }];
const set = (table: string, ...changes: string[]) => changes.map((change) => `UPDATE ${table} SET ${change}`);
const OTHER_VERSION = set('users', 'credential_version = 4', 'credential_version = 6');
const notStatus = (...others: string[]) => set('users', ...others.map((one) => `account_status = '${one}'`));
const NOT_ACTIVE = notStatus('INACTIVE', 'SUSPENDED');
const FEATURES = { ...readConfig({}, 1).features, identities: true };
const OTHER_FACTORS = set('users', 'second_factors = 0', 'second_factors = 3');
const SESSION_ENDED = [
  ...set('refresh_tokens', `expires_at = ${OVER}`, "id = 'other'", 'user_id = 2'),
  'DELETE FROM refresh_tokens',
];
const DELETION = set('users', `deletion_due_at = ${ALIVE}`);
const CLIENT: clients.OpenIdClient = {
  ...{ id: 'app', name: 'App', logoUri: null, redirectUris: ['https://a.example/cb'], postLogoutRedirectUris: [] },
  ...{ native: false, firstParty: false, scopes: ['openid'], audience: null, backchannelLogoutUri: null },
  ...{ clientUri: null, initiateLoginUri: null, pkce: 'required', confidential: true, pairwise: false },
  ...{ secretHashes: [], createdAtMs: 0 },
} as clients.OpenIdClient;

const WRITES: Readonly<Record<string, Write>> = {
  'an account becomes active': {
    write: users.activate(1),
    rows: [user({ account_status: 'INACTIVE' })],
    unless: notStatus('ACTIVE', 'SUSPENDED'),
  },
  'a password is replaced': { write: users.replacePassword(ADA, 'n'), rows: [user()], unless: OTHER_VERSION },
  'an invitation is accepted': {
    write: users.acceptInvitation(ADA, 'n'),
    rows: [user({ account_status: 'INACTIVE' })],
    unless: [...OTHER_VERSION, ...notStatus('ACTIVE', 'SUSPENDED')],
  },
  'an address is changed': {
    write: users.changeEmail(ADA, 'new@example.com'),
    rows: [user()],
    unless: [...OTHER_VERSION, ...NOT_ACTIVE, ...set('users', "email = 'other@example.com'")],
  },
  'an account is suspended': { write: users.suspend(1), rows: [user()], unless: notStatus('SUSPENDED') },
  'an account is reinstated': {
    write: users.reinstate(1),
    rows: [user({ account_status: 'SUSPENDED', status_before_suspension: 'ACTIVE' })],
    unless: notStatus('ACTIVE', 'INACTIVE'),
  },
  'an active account gets a role': { write: users.setRole(1, 'ADMIN', true), rows: [user()], unless: NOT_ACTIVE },
  'an account is as it was read': {
    write: users.requireUnchanged(1, NOW_MS),
    rows: [user()],
    unless: set('users', `updated_at = ${NOW_MS + 1}`),
  },
  'the second factor is removed': {
    write: users.removeSecondFactor(1, 1),
    rows: [user()],
    unless: set('users', 'second_factors = 0', 'second_factors = 2'),
  },
  'all second factors are removed': {
    write: clearFactors(1),
    rows: [user()],
    unless: set('users', 'second_factors = 0'),
  },
  'there is a second factor': {
    write: users.requireSecondFactor(1),
    rows: [user()],
    unless: set('users', 'second_factors = 0'),
  },
  'a session is alive': {
    write: sessions.requireAlive(ADA, 's'),
    rows: [user(), ['refresh_tokens', session]],
    unless: [...SESSION_ENDED, ...OTHER_VERSION, ...OTHER_FACTORS, ...NOT_ACTIVE],
  },
  'a session begins': {
    write: insertSession(ADA, {
      ...{ valueHash: 'v', ttlMs: 1, longestMs: null, slot: 0, amr: [], isUnproven: false },
      requester: { address: null, userAgent: null },
    }),
    rows: [user()],
    unless: [...OTHER_VERSION, ...OTHER_FACTORS, ...NOT_ACTIVE],
  },
  'a refresh token is rotated': {
    write: sessions.rotate('v', { from: 3, to: 4, key: 'k' }),
    rows: [['refresh_tokens', session]],
    unless: set('refresh_tokens', 'generation = 2', 'generation = 4', `expires_at = ${OVER}`, "value_hash = 'w'"),
  },
  'a session is ended': { write: removeOne(1, 's'), rows: [['refresh_tokens', session]], unless: SESSION_ENDED },
  'another address is requested': {
    write: emailChanges.request(ADA, 's', 'c', 'new@example.com'),
    rows: [user(), ['refresh_tokens', session]],
    unless: [...[...OTHER_VERSION, ...NOT_ACTIVE, ...SESSION_ENDED], ...set('users', "email = 'new@example.com'")],
  },
  'another address is requested by an administrator': {
    write: emailChanges.requestByAdmin(ADA, 'c', 'new@example.com'),
    rows: [user()],
    unless: [...NOT_ACTIVE, ...set('users', "email = 'other@example.com'")],
  },
  'another address is confirmed': {
    write: emailChanges.confirm('c', 1),
    rows: [['email_changes', waiting]],
    unless: ['DELETE FROM email_changes', ...set('email_changes', `confirmed_at = ${NOW_MS}`)],
  },
  'a change of address is reverted': {
    write: emailChanges.hold('c'),
    rows: [['email_changes', { ...waiting, confirmed_at: NOW_MS, revert_until: ALIVE }]],
    unless: set('email_changes', 'confirmed_at = NULL', `revert_until = ${OVER}`, "id = 'd'"),
  },
  'somebody acts as a user': {
    write: acting.begin(ADA, { id: 'a', adminId: 2, sessionId: 's', lifetimeMs: 1 }),
    rows: [user()],
    unless: [...OTHER_VERSION, ...NOT_ACTIVE, ...DELETION, ...set('users', "role = 'ADMIN'")],
  },
  'an admin link is used': {
    write: adminLinks.use('h', 1),
    rows: [['admin_links', { hash: 'h', user_id: 1, expires_at: ALIVE }]],
    unless: [...set('admin_links', 'user_id = 2', `expires_at = ${OVER}`, "hash = 'i'"), 'DELETE FROM admin_links'],
  },
  'an app is changed': {
    write: clients.update(CLIENT, { ...CLIENT, name: 'Other' }),
    rows: [['openid_clients', client]],
    unless: set(
      'openid_clients',
      ...["name = 'Mine'", "logo_uri = 'x'", "redirect_uris = '[]'", `post_logout_redirect_uris = '["x"]'`],
      ...['native = 1', 'first_party = 1', "scopes = 'openid email'", "audience = 'x'"],
      ...["backchannel_logout_uri = 'x'", "client_uri = 'x'", "initiate_login_uri = 'x'", "pkce = 'optional'"],
    ),
  },
  'the secret of an app is replaced': {
    write: clients.rotateSecret('app', Buffer.from('y'), 1),
    rows: [['openid_clients', client]],
    unless: set('openid_clients', 'secret_hash = NULL', "id = 'other'"),
  },
  'an app is used with what it was granted': {
    write: grants.use(1, 'app'),
    rows: [['openid_grants', { user_id: 1, client_id: 'app' }]],
    unless: [...set('openid_grants', 'user_id = 2', "client_id = 'other'"), 'DELETE FROM openid_grants'],
  },
  'an imported account is filled in': {
    write: imported.fillIn(
      { ...ADA, importedAtMs: NOW_MS, profileImageUrl: null },
      { ...ADA, fullName: 'Ada Lovelace' },
      false,
    )[0] as Statement,
    rows: [user()],
    unless: [
      ...set('users', "full_name = 'Countess'", "phone_number = '7'", "industry = 'Poetry'", "password_hash = 'own'"),
      ...set('users', "profile_image_url = 'x'", "fields = '{}'"),
      ...NOT_ACTIVE,
    ],
  },
  'an invitation is cancelled': {
    write: removal.removeInvited(1),
    rows: [user({ account_status: 'INACTIVE', invited_at: NOW_MS })],
    unless: [...notStatus('ACTIVE', 'SUSPENDED'), ...set('users', 'invited_at = NULL')],
  },
  'an owner is told of a breached password': {
    write: users.recordBreachNotice(ADA),
    rows: [user({ breach_told_version: 4 })],
    unless: [...OTHER_VERSION, ...NOT_ACTIVE, ...set('users', 'breach_told_version = 5')],
  },
  'an unverified account is removed': {
    write: removal.removeUnverified(1),
    rows: [user({ account_status: 'INACTIVE' })],
    unless: notStatus('ACTIVE', 'SUSPENDED'),
  },
  'a registration is withdrawn': {
    write: removal.removeWithdrawn(ADA),
    rows: [user({ account_status: 'INACTIVE' })],
    unless: [...OTHER_VERSION, ...notStatus('ACTIVE', 'SUSPENDED')],
  },
  'an account that was never verified is swept': {
    write: removal.removeUnverifiedFor(1, 1000),
    rows: [user({ account_status: 'INACTIVE', created_at: NOW_MS - 2000, updated_at: NOW_MS - 2000 })],
    unless: [...notStatus('ACTIVE', 'SUSPENDED'), ...set('users', `updated_at = ${NOW_MS}`, `created_at = ${NOW_MS}`)],
  },
  'an account is deleted': { write: removal.removeChecked(ADA), rows: [user()], unless: OTHER_VERSION },
  'an account is deleted when that is due': {
    write: removal.removeDue(1),
    rows: [user({ deletion_due_at: OVER })],
    unless: [...set('users', 'deletion_due_at = NULL', `deletion_due_at = ${NOW_MS + 1}`), ...notStatus('SUSPENDED')],
  },
  'a deletion is scheduled': {
    write: removal.scheduleDeletion(1, 5, 1000),
    rows: [user()],
    unless: [...OTHER_VERSION, ...NOT_ACTIVE, ...DELETION],
  },
  'a passkey is added': {
    write: passkeys.insert(
      ADA,
      {
        ...{ credentialId: 'c', publicKey: 'p', algorithm: -7, signCount: 0, synced: false, backedUp: false },
        ...{ transports: [], aaguid: '', rpId: 'a.example', name: 'Mine' },
      },
      's',
      2,
    ),
    rows: [user(), ['passkeys', { id: 'one', user_id: 1, credential_id: 'one' }]],
    unless: [
      ...[...OTHER_VERSION, ...NOT_ACTIVE],
      `INSERT INTO passkeys SELECT 'two', user_id, 'two', public_key, algorithm, sign_count, synced, backed_up,
        transports, aaguid, rp_id, name, created_at, last_used_at, is_unproven FROM passkeys`,
    ],
  },
  'a passkey proves its owner': {
    write: passkeys.use('p', 5, false),
    rows: [['passkeys', { id: 'p', user_id: 1, sign_count: 4 }]],
    unless: [...set('passkeys', 'sign_count = 5', 'sign_count = 6'), 'DELETE FROM passkeys'],
  },
  'a passkey that does not count proves its owner': {
    write: passkeys.use('p', 0, false),
    rows: [['passkeys', { id: 'p', user_id: 1, sign_count: 0 }]],
    unless: set('passkeys', 'sign_count = 1'),
  },
  'a login with a provider is linked because both sides have proven the address': {
    write: requireProvenAddress(ADA),
    rows: [user({ second_factors: 0 }), ['passkeys', { id: 'p', user_id: 2 }]],
    unless: [
      ...[...OTHER_VERSION, ...NOT_ACTIVE, ...set('users', "email = 'new@example.com'", 'second_factors = 1')],
      ...set('users', 'unconfirmed_email = email'),
      ...set('passkeys', 'user_id = 1'),
    ],
  },
  'a passkey is removed': {
    write: removeWayIn('passkey', 1, 'p'),
    rows: [['passkeys', { id: 'p', user_id: 1 }]],
    unless: set('passkeys', 'user_id = 2'),
  },
  'an identity is removed because a passkey logs in': {
    write: removeWayIn('identity', 1, 'i', { features: FEATURES, providerLogins: { providers: [{ id: 'corp' }] } }),
    rows: [user({ password_hash: null }), identity('i'), ['passkeys', { id: 'p', user_id: 1 }]],
    unless: ['DELETE FROM passkeys', ...set('passkeys', 'user_id = 2')],
  },
  'an identity is removed because another one logs in': {
    write: removeWayIn('identity', 1, 'i', {
      features: { ...FEATURES, passkeys: false },
      providerLogins: { providers: [{ id: 'a' }, { id: 'corp' }] },
    }),
    rows: [user({ password_hash: null }), identity('i'), identity('j', 'corp'), ['passkeys', { id: 'p', user_id: 1 }]],
    unless: [
      ...set(
        'identities',
        ...["provider = 'cor'", "provider = 'a-corp'", 'user_id = 2'].map((one) => `${one} WHERE id = 'j'`),
      ),
      "DELETE FROM identities WHERE id = 'j'",
    ],
  },
  'an authenticator app is confirmed': {
    write: totp.confirm(1, 's', 'k:p', 'k:s', 7),
    rows: [['totp', { user_id: 1, pending_sealed: 'k:p', pending_until: ALIVE }]],
    unless: set('totp', "pending_sealed = 'k:q'", `pending_until = ${OVER}`, 'user_id = 2'),
  },
  'a code is spent': {
    write: totp.spend(1, 7, 'k:s'),
    rows: [['totp', { user_id: 1, sealed: 'k:s', last_step: 6 }]],
    unless: set('totp', 'last_step = 7', 'last_step = 8', "sealed = 'k:t'", 'user_id = 2'),
  },
  'a recovery code is spent': {
    write: recoveryCodes.spend(1, 'h'),
    rows: [['recovery_codes', { value_hash: 'h', user_id: 1 }]],
    unless: [...set('recovery_codes', `used_at = ${NOW_MS}`, 'user_id = 2'), 'DELETE FROM recovery_codes'],
  },
  'a proof is spent': {
    write: spend('h', 1000),
    rows: [],
    unless: [`INSERT INTO spent (hash, expires_at) VALUES ('h', ${ALIVE})`],
  },
  'the first administrator is promoted': {
    write: promoteFirst(ADA.email),
    rows: [user(), ['users', bob]],
    unless: [
      ...[...NOT_ACTIVE, ...DELETION, ...set('users', "role = 'ADMIN' WHERE id = 2")],
      ...['role_changed', 'email_changed'].map(
        (event) => `INSERT INTO audit_events (happened_at, event, user_id) VALUES (0, '${event}', 1)`,
      ),
    ],
  },
  'an account is promoted': {
    write: promote(1),
    rows: [user()],
    unless: [...NOT_ACTIVE, ...DELETION, ...set('users', "role = 'ADMIN'")],
  },
  'there is another administrator': {
    write: requireAnotherAdmin(1),
    rows: [user({ role: 'ADMIN' }), ['users', { ...bob, role: 'ADMIN' }]],
    unless: [
      ...set(
        'users',
        ...["role = 'USER'", "account_status = 'SUSPENDED'", `deletion_due_at = ${ALIVE}`].map(
          (one) => `${one} WHERE id = 2`,
        ),
      ),
      'DELETE FROM users WHERE id = 2',
    ],
  },
  ...Object.fromEntries(
    Object.entries({ retried: retry, dropped: drop }).map(([action, write]) => [
      `an e-mail is ${action}`,
      {
        write: write(1),
        rows: [['outbox', { id: 1, user_id: 1, kind: 'verification', state: 'dead', claimed_at: null }]],
        unless: set('outbox', "state = 'sent'", "state = 'superseded'", `claimed_at = 1, due_at = ${ALIVE}`),
      } satisfies Write,
    ]),
  ),
  'an authenticator app is not confirmed after all': {
    write: requirePendingFactor(1),
    rows: [
      user({ second_factors: 0 }),
      ['totp', { user_id: 1, pending_sealed: 'k:p' }],
      ['passkeys', { id: 'p', user_id: 2 }],
    ],
    unless: [
      ...[...set('totp', 'pending_sealed = NULL', 'user_id = 2'), ...set('users', 'second_factors = 1')],
      ...set('passkeys', 'user_id = 1'),
    ],
  },
  'a note is added': {
    write: userNotes.add(1, 'user:2', 'Called.'),
    rows: [user()],
    unless: [
      'DELETE FROM users',
      `INSERT INTO user_notes (user_id, author, text, created_at) WITH RECURSIVE n (at) AS
        (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 200) SELECT 1, '', '', 0 FROM n`,
    ],
  },
  'a note is removed': {
    write: userNotes.remove(1, 7),
    rows: [['user_notes', { id: 7, user_id: 1 }]],
    unless: set('user_notes', 'user_id = 2', 'id = 8'),
  },
};

const SRC = join(import.meta.dirname, '../../../src');
/** The functions of its tables and queues whose required statement has several conditions. */
const conditional = (): string[] =>
  globSync(['store/{tables,queues}/*.ts', 'features/*/table.ts'], { cwd: SRC }).flatMap((file) => {
    const source = readFileSync(join(SRC, file), 'utf8');
    return source.split(/^export /m).flatMap((part) => {
      const [, name = '', text = ''] = /^(?:const|function) (\w+)[\s\S]*?\brequired\((\w+)/.exec(part) ?? [];
      const [, sql = ''] = new RegExp(`const ${text} =([^;]*);`).exec(source) ?? [];
      return text !== '' && /\bAND\b/.test(sql) ? [name] : [];
    });
  });

async function isDone(t: TestContext, { write, rows }: Write, change?: string): Promise<boolean> {
  const { url } = await createTestDatabase(t, 'sqlite');
  const db = openSqlite(url.replace('sqlite:', ''), () => NOW_MS);
  try {
    await db.all('PRAGMA foreign_keys = OFF');
    for (const [table, row] of rows) await plantRow(db, table, row);
    if (change) await db.all(change);
    return (await db.batch([orThrow(write)])) !== undefined;
  } finally {
    await db.close();
  }
}

describe('a required write', () => {
  for (const [name, one] of Object.entries(WRITES)) {
    it(`is not made when what it relies on has changed: ${name}`, async (t) => {
      assert.ok(await isDone(t, one), 'as it was read');
      for (const change of one.unless) assert.equal(await isDone(t, one, change), false, change);
    });
  }

  it('is listed here, wherever there are several conditions', () => {
    const own = readFileSync(import.meta.filename, 'utf8');
    const found = conditional();
    assert.ok(found.length > 20);
    assert.deepEqual(
      found.filter((name) => !new RegExp(`\\b${name}\\b`).test(own)),
      [],
    );
  });
});
