import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { usersCommand } from '../../src/cli/users.ts';
import { createChallenges } from '../../src/features/passkeys/challenges.ts';
import { createDataKeys } from '../../src/keys/data-keys.ts';
import { addApp } from '../support/authenticator.ts';
import { createTestDatabase, type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { askForAddress, confirm, confirmToken, freeAddress, revert, revertToken } from '../support/email-change.ts';
import { auditRecords, suspend } from '../support/operator.ts';
import {
  Authenticator,
  addPasskey,
  creationOptions,
  type Faults,
  loginOptions,
  postPasskey,
  withPasskey,
} from '../support/passkey.ts';
import {
  type Account,
  claimsOf,
  FRONTEND_URL,
  loggedIn,
  logIn,
  resetToken,
  type Service,
  startService,
  verified,
} from '../support/service.ts';

/** How many ceremonies one after the other: `CEREMONIES=5000` for more. */
const CEREMONIES = Number(process.env.CEREMONIES ?? 30);
const SECRET = 'first-key-of-the-tests-7d1c0b9a52';
const SETTINGS = { DATA_KEYS: `one:${SECRET}`, PASSKEY_ORIGINS: 'https://www.example.com' };
const MINUTE_MS = 60_000;

async function eventsOf({ db }: Service, { email }: Account): Promise<string[]> {
  return (await auditRecords(db, { user: email })).map(({ event }) => event);
}

const sessionsOf = async ({ db }: Service, { id }: Account): Promise<number> =>
  (await db.all('SELECT user_id FROM refresh_tokens WHERE user_id = $1', [id])).length;

const listOf = async (service: Service, token: string) =>
  (await service.request('GET', '/api/me/passkeys', { token })).data;

const codeOf = ({ headers }: { readonly headers: Headers }): string | null => headers.get('x-error-code');

/** A challenge as the service would make it, with a key of one's own choice. */
const foreignChallenge = (): string =>
  createChallenges(createDataKeys([{ name: 'one', secret: 'a-key-of-somebody-else-5521-0098' }]), Date.now).issue(
    'authenticate',
  );

describeOnBothDatabases('a passkey', (kind: DatabaseKind) => {
  let service: Service;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    service = await startService({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind, SETTINGS);
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  it('is made, listed, named, used to log in without typing anything, and removed', async () => {
    const session = await loggedIn(service);
    const token = session.accessToken;
    assert.deepEqual(await listOf(service, token), { rp_id: 'app.example.com', user_handle: null, passkeys: [] });

    const authenticator = new Authenticator({ synced: true, counts: false });
    const { options } = (await service.request('POST', '/api/me/passkeys/options', { token })).data;
    const { challenge: _challenge, timeout: _timeout, user, ...rest } = options;
    assert.deepEqual(rest, {
      rp: { id: 'app.example.com', name: 'Latchkey' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [],
    });
    const { id: handle, ...names } = user;
    assert.deepEqual(names, { name: session.email, displayName: 'Ada Lovelace' });
    assert.equal(Buffer.from(handle, 'base64url').length, 32);

    await addPasskey(service, token, authenticator, '  My phone ');
    const again = await creationOptions(service, token);
    assert.equal(again.user.id, handle, 'one handle per account');
    assert.deepEqual(again.excludeCredentials, [
      { type: 'public-key', id: authenticator.id, transports: ['internal', 'hybrid'] },
    ]);

    const listed = await listOf(service, token);
    assert.equal(listed.user_handle, handle);
    const [passkey] = listed.passkeys;
    assert.ok(passkey);
    const { name, synced, credential_id, last_used_at } = passkey;
    assert.deepEqual([name, synced, credential_id, last_used_at], ['My phone', true, authenticator.id, null]);
    const security = await service.request('GET', '/api/me/security', { token });
    assert.equal(security.data.passkeys, 1);

    const answer = await postPasskey(service, authenticator);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.message, answer.data.user.email], ['Login successful', session.email]);
    const byPassword = await logIn(service, session);
    assert.deepEqual(answer.data.user, byPassword.data.user, 'the same data as any login');
    assert.deepEqual(claimsOf(answer.data.access_token).amr, ['swk', 'user', 'mfa']);
    assert.notEqual((await listOf(service, byPassword.data.access_token)).passkeys[0]?.last_used_at, null);

    const fresh = byPassword.data.access_token;
    const path = `/api/me/passkeys/${passkey.id}` as const;
    const renamed = await service.request('PUT', path, { token: fresh, body: { name: 'Old phone' } });
    assert.equal(renamed.data.name, 'Old phone');
    assert.equal((await service.request('PUT', path, { token: fresh, body: {} })).status, 400);
    const long = await service.request('PUT', path, { token: fresh, body: { name: 'x'.repeat(65) } });
    assert.equal(long.headers.get('x-error-field'), 'name');

    const stranger = (await loggedIn(service)).accessToken;
    for (const method of ['PUT', 'DELETE'])
      assert.equal(
        codeOf(await service.request(method, path, { token: stranger, body: { name: 'x' } })),
        'passkey_not_found',
      );

    assert.equal((await service.request('DELETE', path, { token: fresh })).status, 200);
    assert.equal((await service.request('DELETE', path, { token: fresh })).status, 404);
    const gone = await postPasskey(service, authenticator);
    assert.deepEqual([gone.status, gone.message, codeOf(gone)], [401, 'Invalid passkey', 'unknown_passkey']);

    const subjects = (await service.emailsTo(session.email)).map(({ subject }) => subject);
    assert.ok(subjects.includes('A passkey was added to your Latchkey account'));
    assert.ok(subjects.includes('A passkey was removed from your Latchkey account'));
    const events = await eventsOf(service, session);
    assert.ok(events.includes('passkey_added') && events.includes('passkey_removed'));
  });

  it('answers a challenge once, also when it is sent twenty times at once', async () => {
    const account = await verified(service);
    const authenticator = await withPasskey(service, account, new Authenticator({ counts: false }));
    const options = await loginOptions(service);
    const [one, another] = [authenticator.get(options), authenticator.get(options)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        service.request('POST', '/api/login/passkey', { body: { credential: at % 2 === 0 ? one : another } }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(401)]);
    assert.equal(await sessionsOf(service, account), 1);
    const replayed = await service.request('POST', '/api/login/passkey', { body: { credential: one } });
    assert.equal(codeOf(replayed), 'invalid_passkey');
    // Copies of an authenticator that counts: the same count, each with a challenge of its own.
    const counting = await withPasskey(service, await verified(service));
    const copies = await Promise.all(
      Array.from({ length: 10 }, () => postPasskey(service, counting, { signCount: 50 })),
    );
    assert.deepEqual(copies.map(({ status }) => status).sort(), [200, ...Array(9).fill(401)]);
    // Other spellings of the same bytes.
    const padded = authenticator.get({ ...options, challenge: `${options.challenge}=` });
    assert.equal((await service.request('POST', '/api/login/passkey', { body: { credential: padded } })).status, 401);

    const spent = async () => (await service.db.all('SELECT hash FROM spent')).length;
    assert.ok((await spent()) > 0);
    const { deleteExpiredRows } = await import('../../src/store/tables/delete-expired-rows.ts');
    await deleteExpiredRows(service.db, 90 * 24 * 60 * MINUTE_MS);
    assert.ok((await spent()) > 0, 'kept while the challenge works');
    await service.clock.advance(31 * MINUTE_MS);
    await deleteExpiredRows(service.db, 90 * 24 * 60 * MINUTE_MS);
    assert.equal(await spent(), 0);
  });

  it('does not log in to an account that is suspended or inactive', async () => {
    const account = await verified(service);
    const authenticator = await withPasskey(service, account);
    await service.db.all("UPDATE users SET account_status = 'INACTIVE' WHERE id = $1", [account.id]);
    const inactive = await postPasskey(service, authenticator);
    assert.deepEqual([inactive.status, inactive.message], [403, 'Account is INACTIVE']);
    await suspend(service, account.email);
    const suspended = await postPasskey(service, authenticator);
    assert.deepEqual([suspended.status, suspended.message], [403, 'Account is SUSPENDED']);
    assert.equal(await sessionsOf(service, account), 0);
  });

  it('confirms the user of a session', async () => {
    const session = await loggedIn(service);
    const authenticator = await addPasskey(service, session.accessToken);
    const other = await withPasskey(service, await verified(service));
    await service.clock.advance(11 * MINUTE_MS);
    const token = session.accessToken;
    const reauthenticate = async (who: Authenticator, faults?: Faults) =>
      service.request('POST', '/api/reauthenticate', {
        token,
        body: { passkey: who.get(await loginOptions(service), faults) },
      });
    assert.equal(codeOf(await reauthenticate(other)), 'invalid_passkey', 'of another account');
    assert.ok(service.logLines.some((line) => line.includes('it belongs to another account')));
    assert.equal(codeOf(await reauthenticate(new Authenticator())), 'unknown_passkey');
    assert.equal(codeOf(await reauthenticate(authenticator, { bogusSignature: true })), 'invalid_passkey');
    const body = { passkey: authenticator.get(await loginOptions(service)) };
    const confirmed = await service.request('POST', '/api/reauthenticate', { token, body });
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.deepEqual(claimsOf(confirmed.data.access_token).amr, ['hwk', 'user', 'mfa']);
    assert.equal(claimsOf(confirmed.data.access_token).sid, claimsOf(token).sid);
    assert.equal(codeOf(await service.request('POST', '/api/reauthenticate', { token, body })), 'invalid_passkey');
    await addPasskey(service, confirmed.data.access_token);
  });

  it('is the second factor of an account with an authenticator app, which a password alone cannot touch', async () => {
    const session = await loggedIn(service);
    const authenticator = await addPasskey(service, session.accessToken);
    const { email, password } = session;
    const before = await service.request('POST', '/api/login', { body: { email, password } });
    assert.equal(before.status, 200, 'a passkey alone asks nobody for more than the password');
    await addApp(service, session, before.data.access_token);
    const refused = await service.request('POST', '/api/login', { body: { email, password } });
    assert.equal(codeOf(refused), 'second_factor_required');
    assert.equal(refused.headers.get('x-second-factors'), 'totp, recovery_code, passkey');
    assert.equal(
      codeOf(await service.request('POST', '/api/me/passkeys/options', { token: before.data.access_token })),
      'fresh_login_required',
    );
    const answer = await postPasskey(service, authenticator);
    assert.equal(answer.status, 200, answer.text);
    await addPasskey(service, answer.data.access_token);
  });

  it('outlives a reset of the password and a change of address; its revert removes later ones', async () => {
    const account = await verified(service);
    const old = await withPasskey(service, account);
    const options = { token: await resetToken(service, account.email), body: { new_password: 'Another-one-1' } };
    assert.equal((await service.request('POST', '/api/reset-password', options)).status, 200);
    await service.clock.advance(8 * 86_400_000);
    const { access_token: accessToken } = (await postPasskey(service, old)).data;

    const address = freeAddress();
    assert.equal((await askForAddress(service, { accessToken }, address)).status, 200);
    assert.equal((await confirm(service, await confirmToken(service, address))).status, 200);
    const { access_token: moved } = (await postPasskey(service, old)).data;
    const ofThief = await addPasskey(service, moved);
    assert.equal((await postPasskey(service, ofThief)).status, 200);
    assert.equal((await revert(service, await revertToken(service, account.email))).status, 200);
    assert.equal(codeOf(await postPasskey(service, ofThief)), 'unknown_passkey');
    assert.equal((await postPasskey(service, old)).status, 200);
  });

  it('is in the export without its key, and goes with the account or by the hand of the operator', async () => {
    const session = await loggedIn(service);
    const authenticator = await addPasskey(service, session.accessToken, undefined, 'Key ring');
    const exported = await service.request('GET', '/api/me/export', { token: session.accessToken });
    const { passkeys } = exported.data as { passkeys: { name: string }[] };
    assert.deepEqual(
      passkeys.map(({ name }) => name),
      ['Key ring'],
    );
    assert.ok(!exported.text.includes('public_key') && !exported.text.includes(authenticator.id));

    await usersCommand(service.db, ['reset-second-factor', session.email], () => {});
    assert.equal(codeOf(await postPasskey(service, authenticator)), 'unknown_passkey');
    const again = await withPasskey(service, session);
    await service.db.all('DELETE FROM users WHERE id = $1', [session.id]);
    assert.equal(codeOf(await postPasskey(service, again)), 'unknown_passkey');
  });

  it(`logs in ${CEREMONIES} times in a row, and options write nothing`, async () => {
    const account = await verified(service);
    const counting = await withPasskey(service, account);
    const spent = async () => (await service.db.all('SELECT hash FROM spent')).length;
    const beforehand = await spent();
    const challenges = await Promise.all(Array.from({ length: 50 }, () => loginOptions(service)));
    assert.equal(new Set(challenges.map(({ challenge }) => challenge)).size, 50);
    assert.equal(
      new Set(challenges.map((one) => JSON.stringify({ ...one, challenge: '' }))).size,
      1,
      'the same for everybody',
    );
    assert.equal(await spent(), beforehand);
    for (let done = 0; done < CEREMONIES; done += 1)
      assert.equal((await postPasskey(service, counting)).status, 200, `ceremony ${done}`);
    assert.equal(await spent(), beforehand + CEREMONIES);
  });

  // Decided by what the browser sends, whatever the database.
  if (kind === 'postgres') return;

  it('gets a name from the browser when it is given none, and works from a related origin', async () => {
    const { accessToken: token } = await loggedIn(service);
    const authenticator = new Authenticator();
    const credential = authenticator.create(await creationOptions(service, token), {
      origin: 'https://www.example.com',
    });
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const headers = { 'user-agent': userAgent };
    const added = await service.request('POST', '/api/me/passkeys', { token, body: { credential }, headers });
    assert.equal(added.data.name, 'Firefox on Windows', added.text);
    const answer = await postPasskey(service, authenticator, { origin: 'https://www.example.com' });
    assert.deepEqual(claimsOf(answer.data.access_token).amr, ['hwk', 'user', 'mfa']);
    const wellKnown = await fetch(`${service.url}/.well-known/webauthn`);
    assert.deepEqual(await wellKnown.json(), { origins: [FRONTEND_URL, 'https://www.example.com'] });
  });

  it('is refused when anything about the login is wrong, and begins no session', async () => {
    const account = await verified(service);
    const authenticator = await withPasskey(service, account);
    const other = await withPasskey(service, await verified(service));
    assert.equal((await postPasskey(service, authenticator)).status, 200);
    await service.db.all('DELETE FROM refresh_tokens WHERE user_id = $1', [account.id]);

    const counted = () => service.counters().find(({ name }) => name === 'latchkey_passkeys_total')?.samples ?? [];
    const beforehand = new Map(counted());
    const session = await loggedIn(service);
    const ofAnotherPurpose = (await creationOptions(service, session.accessToken)).challenge;
    const good = (await loginOptions(service)).challenge;
    const bytes = Buffer.from(good, 'base64url');
    const reused = createHmac('sha256', SECRET).update(bytes.subarray(0, 29)).digest();
    const wrong: Record<string, Faults> = {
      'bogus signature': { bogusSignature: true },
      'user not verified': { withoutUserVerification: true },
      'user not present': { withoutUserPresence: true },
      'wrong origin': { origin: 'https://app.example.com.evil.example' },
      'origin with another scheme': { origin: 'http://app.example.com' },
      'in a frame of another origin': { crossOrigin: true, topOrigin: 'https://evil.example' },
      'in a frame, of which nothing is said': { crossOrigin: true },
      'a frame without saying so': { topOrigin: 'https://evil.example' },
      'wrong RP': { rpId: 'evil.example' },
      "other user's handle": { userHandle: other.userHandle },
      'no handle': { userHandle: null },
      'type of a registration': { type: 'webauthn.create' },
      'challenge of another service': { challenge: foreignChallenge() },
      'challenge of another purpose': { challenge: ofAnotherPurpose },
      'challenge with another MAC': { challenge: Buffer.concat([bytes.subarray(0, 29), reused]).toString('base64url') },
      'shortened challenge': { challenge: bytes.subarray(0, 40).toString('base64url') },
      'no challenge': { challenge: '' },
      'counter going back': { signCount: 1 },
      'counter not moving': { signCount: 2 },
      'counter reset': { signCount: 0 },
    };
    for (const [name, faults] of Object.entries(wrong)) {
      const answer = await postPasskey(service, authenticator, faults);
      assert.deepEqual(
        [answer.status, answer.message, codeOf(answer)],
        [401, 'Invalid passkey', 'invalid_passkey'],
        name,
      );
    }
    const added = counted().map(([label, count]) => [label, count - (beforehand.get(label) ?? 0)]);
    assert.deepEqual(added, [
      ['{outcome="right"}', 0],
      ['{outcome="wrong"}', Object.keys(wrong).length],
      ['{outcome="unknown"}', 0],
    ]);
    const options = await loginOptions(service);
    await service.clock.advance(10 * MINUTE_MS);
    const late = await service.request('POST', '/api/login/passkey', {
      body: { credential: authenticator.get(options) },
    });
    assert.equal(codeOf(late), 'invalid_passkey', 'expired challenge');

    const malformed: unknown[] = [
      { id: authenticator.id },
      { id: authenticator.id, rawId: authenticator.id, type: 'public-key', response: null },
      { ...authenticator.get(await loginOptions(service)), id: 5 },
      { ...authenticator.get(await loginOptions(service)), rawId: other.id },
      { ...authenticator.get(await loginOptions(service)), response: { clientDataJSON: '{}' } },
      { id: 'x'.repeat(5000) },
    ];
    for (const credential of malformed) {
      const answer = await service.request('POST', '/api/login/passkey', { body: { credential } });
      assert.equal(codeOf(answer), 'invalid_passkey', answer.text);
    }
    for (const credential of [undefined, null, 'text', 5, []]) {
      const answer = await service.request('POST', '/api/login/passkey', { body: { credential } });
      assert.deepEqual([answer.status, answer.headers.get('x-error-field')], [400, 'credential']);
    }
    assert.equal(await sessionsOf(service, account), 0);
    assert.ok((await eventsOf(service, account)).includes('passkey_failed'));
    assert.ok(service.logLines.some((line) => line.includes('a passkey was refused') && line.includes('evil.example')));
    assert.equal((await postPasskey(service, authenticator)).status, 200, 'and still works');
  });

  it('can be added only by its owner, from a page of ours, after a recent login', async () => {
    const session = await loggedIn(service);
    const token = session.accessToken;
    const stranger = await loggedIn(service);
    const post = (credential: unknown) =>
      service.request('POST', '/api/me/passkeys', { token, body: { credential, name: 'x' } });
    const ofStranger = (await creationOptions(service, stranger.accessToken)).challenge;
    const ofLogin = (await loginOptions(service)).challenge;
    const wrong: Record<string, Faults> = {
      'user not verified': { withoutUserVerification: true },
      'user not present': { withoutUserPresence: true },
      'wrong origin': { origin: 'https://evil.example' },
      'in a frame of another origin': { crossOrigin: true, topOrigin: 'https://evil.example' },
      'in a frame, of which nothing is said': { crossOrigin: true },
      'a frame without saying so': { topOrigin: 'https://evil.example' },
      'wrong RP': { rpId: 'evil.example' },
      'type of a login': { type: 'webauthn.get' },
      'challenge of another user': { challenge: ofStranger },
      'challenge of a login': { challenge: ofLogin },
      'foreign challenge': { challenge: foreignChallenge() },
      'attestation with certificates': { attestation: ['packed', [Buffer.from('certificate')]] },
      'attestation of a platform': { attestation: ['apple', []] },
    };
    for (const [name, faults] of Object.entries(wrong)) {
      const answer = await post(new Authenticator().create(await creationOptions(service, token), faults));
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'invalid_passkey'], name);
    }
    // The library would refuse these two for other reasons, after it has looked at what they hold.
    for (const format of ['packed', 'apple'])
      assert.ok(
        service.logLines.some((line) => line.includes(`attestation ${format} was not asked for`)),
        format,
      );
    assert.equal(codeOf(await post({})), 'invalid_passkey');
    assert.equal(codeOf(await post(undefined)), 'missing_field');

    const options = await creationOptions(service, token);
    const authenticator = new Authenticator();
    const credential = authenticator.create(options);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(credential)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
    assert.equal(codeOf(await post(new Authenticator().create(options))), 'passkey_refused', 'a challenge makes one');
    const taken = authenticator.create(await creationOptions(service, stranger.accessToken));
    const theft = await service.request('POST', '/api/me/passkeys', {
      token: stranger.accessToken,
      body: { credential: taken },
    });
    assert.equal(codeOf(theft), 'passkey_taken');
    assert.equal((await listOf(service, token)).passkeys.length, 1);

    const waiting = new Authenticator().create(await creationOptions(service, token));
    await service.request('POST', '/api/logout', { body: { refresh_token: session.refreshToken } });
    assert.equal((await post(waiting)).status, 401, 'the session has ended');

    const { access_token: later } = (await logIn(service, session)).data;
    await service.clock.advance(10 * MINUTE_MS + 1000);
    const {
      passkeys: [own],
    } = await listOf(service, later);
    for (const [method, path] of [
      ['POST', '/api/me/passkeys/options'],
      ['POST', '/api/me/passkeys'],
      ['DELETE', `/api/me/passkeys/${own?.id}`],
    ] as const)
      assert.equal(codeOf(await service.request(method, path, { token: later })), 'fresh_login_required', path);
  });

  it('is made without asking its user after a login with a password, and only then', async () => {
    const session = await loggedIn(service);
    const token = session.accessToken;
    const CONDITIONAL = { conditional: true };
    const options = await creationOptions(service, token, CONDITIONAL);
    const { authenticatorSelection } = options;
    assert.deepEqual(authenticatorSelection, {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    });
    const post = (credential: unknown) => service.request('POST', '/api/me/passkeys', { token, body: { credential } });
    const asked = { withoutUserPresence: true, withoutUserVerification: true };
    // Nothing but the two flags is overlooked.
    const stranger = await loggedIn(service);
    const ofStranger = await creationOptions(service, stranger.accessToken, CONDITIONAL);
    const wrong: Record<string, Faults> = {
      'wrong origin': { origin: 'https://evil.example' },
      'in a frame of another origin': { crossOrigin: true, topOrigin: 'https://evil.example' },
      'in a frame, of which nothing is said': { crossOrigin: true },
      'a frame without saying so': { topOrigin: 'https://evil.example' },
      'wrong RP': { rpId: 'evil.example' },
      'challenge of another user': { challenge: ofStranger.challenge },
      'challenge that was not for this': { challenge: (await creationOptions(service, token)).challenge },
      'challenge of a login': { challenge: (await loginOptions(service)).challenge },
      'attestation with certificates': { attestation: ['packed', [Buffer.from('certificate')]] },
    };
    for (const [name, faults] of Object.entries(wrong)) {
      const answer = await post(new Authenticator().create(options, { ...asked, ...faults }));
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'invalid_passkey'], name);
    }
    const authenticator = new Authenticator({ synced: true, counts: false });
    const credential = authenticator.create(options, asked);
    assert.equal((await post(credential)).status, 201);
    assert.equal(codeOf(await post(new Authenticator().create(options, asked))), 'passkey_refused', 'once');
    // It logs in like any other: the user is verified then.
    assert.equal(
      codeOf(await postPasskey(service, authenticator, { withoutUserVerification: true })),
      'invalid_passkey',
    );
    const login = await postPasskey(service, authenticator);
    assert.deepEqual(claimsOf(login.data.access_token).amr, ['swk', 'user', 'mfa']);

    const ask = (accessToken: string) =>
      service.request('POST', '/api/me/passkeys/options', { token: accessToken, body: CONDITIONAL });
    const byPasskey = await ask(login.data.access_token);
    assert.equal(codeOf(byPasskey), 'fresh_login_required', 'there was no password');
    assert.match(byPasskey.headers.get('www-authenticate') ?? '', /max_age="600"/);
    const { access_token: later } = (await logIn(service, session)).data;
    await service.clock.advance(10 * MINUTE_MS + 1000);
    assert.equal(codeOf(await ask(later)), 'fresh_login_required', 'the password was too long ago');
    const subjects = (await service.emailsTo(session.email)).map(({ subject }) => subject);
    assert.ok(subjects.includes('A passkey was added to your Latchkey account'), 'the owner is told');
  });
});

describe('a passkey that is being added', () => {
  it('is not, when the session ends after it was checked', async (t) => {
    const database = await createTestDatabase(t, 'sqlite');
    let meanwhile = async () => {};
    const open = () => {
      const db = database.open();
      return {
        ...db,
        async batch(statements: Parameters<typeof db.batch>[0]) {
          if (statements.some(({ sql }) => sql.includes('INTO passkeys'))) await meanwhile();
          return db.batch(statements);
        },
      };
    };
    const service = await startService(t, 'sqlite', SETTINGS, { ...database, open });
    const { accessToken: token, refreshToken } = await loggedIn(service);
    const credential = new Authenticator().create(await creationOptions(service, token));
    meanwhile = async () =>
      void (await service.request('POST', '/api/logout', { body: { refresh_token: refreshToken } }));
    const answer = await service.request('POST', '/api/me/passkeys', { token, body: { credential } });
    assert.equal(codeOf(answer), 'invalid_token', answer.text);
    assert.deepEqual((await listOf(service, token)).passkeys, []);
  });
});

describe('passkeys of another RP ID', () => {
  it('are named in the log when the service starts, and come back with their RP ID', async (t) => {
    const first = await startService(t, 'sqlite', SETTINGS);
    const authenticator = await withPasskey(first, await verified(first));
    await first.stop();
    const warning = ({ logLines }: Service) => logLines.filter((line) => line.includes('of another PASSKEY_RP_ID'));
    const moved = await startService(t, 'sqlite', { ...SETTINGS, PASSKEY_RP_ID: 'example.com' }, first.database);
    assert.match(warning(moved).join(), /"rpId":"example\.com","other":"app\.example\.com"/);
    await moved.stop();
    const back = await startService(t, 'sqlite', SETTINGS, first.database);
    assert.deepEqual(warning(back), []);
    assert.equal((await postPasskey(back, authenticator)).status, 200);
  });
});

describe('passkeys that are switched off', () => {
  it('answer 404, and are no second factor', async (t) => {
    const off = await startService(t, 'sqlite', { PASSKEYS: 'off' });
    const { accessToken: token } = await loggedIn(off);
    for (const [method, path] of [
      ['POST', '/api/login/passkey/options'],
      ['POST', '/api/login/passkey'],
      ['POST', '/api/me/passkeys/options'],
      ['POST', '/api/me/passkeys'],
      ['GET', '/api/me/passkeys'],
      ['PUT', '/api/me/passkeys/x'],
      ['DELETE', '/api/me/passkeys/x'],
      ['GET', '/.well-known/webauthn'],
    ] as const) {
      // Not by the client of the tests, which compares answers with what the operation declares.
      const answer = await fetch(`${off.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
      assert.deepEqual([answer.status, codeOf(answer)], [404, 'not_found'], path);
    }
    const body = { passkey: new Authenticator().get({ challenge: 'x', rpId: 'x' }) };
    assert.equal((await off.request('POST', '/api/reauthenticate', { token, body })).message, 'Password is required');
  });
});
