import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { removeUser, suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { loggedIn, registered, type Service, type Session, verificationToken } from '../../support/service.ts';

const given = (service: Service) => loggedIn(service);
type Given = Session;

const profile = async (service: Service, { accessToken }: Given) =>
  (await service.request('GET', '/api/me', { token: accessToken })).data;

const refused = (name: string, body: unknown, message: string, status = 400): Scenario<Given> => ({
  name,
  changesNothing: true,
  when: ({ accessToken: token }) => ({ token, body }),
  status,
  message,
  // A refused update changes nothing at all, not even the part that was right.
  and: async (service, session) => {
    const { full_name, industry, phone_number, profile_image_url, created_at, updated_at } = await profile(
      service,
      session,
    );
    assert.deepEqual(
      { full_name, industry, phone_number, profile_image_url },
      { full_name: 'Ada Lovelace', industry: 'Computing', phone_number: session.phoneNumber, profile_image_url: null },
    );
    assert.ok(Date.parse(updated_at) - Date.parse(created_at) < 2000);
  },
});

const changed = (name: string, body: object, change: object): Scenario<Given> => ({
  name,
  when: ({ accessToken: token }) => ({ token, body }),
  status: 200,
  message: 'Profile updated successfully',
  data: (data: unknown, { id, email, phoneNumber }: Given) =>
    assert.deepEqual(data, {
      id,
      full_name: 'Ada Lovelace',
      email,
      industry: 'Computing',
      phone_number: phoneNumber,
      role: 'USER',
      profile_image_url: null,
      ...change,
    }),
  and: async (service, session) => {
    const { created_at, updated_at, account_status, ...members } = await profile(service, session);
    const { id, email, phoneNumber } = session;
    assert.equal(account_status, 'ACTIVE');
    assert.deepEqual(members, {
      id,
      full_name: 'Ada Lovelace',
      email,
      industry: 'Computing',
      phone_number: phoneNumber,
      role: 'USER',
      profile_image_url: null,
      ...change,
    });
  },
});

const BAD_URL = 'profile_image_url must be an http(s) URL or a relative reference';

const STEPS: Scenario<Given>[] = [
  ...bearerScenarios<Given>({ wrongPurpose: 401 }),
  {
    name: '1. a verification token',
    when: async ({ email }, service) => ({ token: await verificationToken(service, email), body: '{' }),
    status: 401,
    message: 'Invalid token purpose',
  },
  {
    name: '2. a user that is gone',
    when: async ({ id, accessToken: token }, service) => {
      await removeUser(service, id);
      return { token, body: '{' };
    },
    status: 404,
    message: 'User not found',
  },
  {
    name: 'a suspended account, whatever the body',
    when: async ({ email, accessToken: token }, service) => {
      await suspend(service, email);
      return { token, body: '{' };
    },
    status: 403,
    message: 'Account is SUSPENDED',
  },
  refused('no body', undefined, 'Invalid JSON format'),
  refused('not JSON', '{"industry":', 'Invalid JSON format'),
  refused('an array', [], 'Invalid JSON format'),
  refused('3. an empty industry', { full_name: 'Grace', industry: ' ' }, 'industry cannot be empty'),
  refused('3. an empty full_name', { industry: 'Navy', full_name: '' }, 'full_name cannot be empty'),
  refused('3. an empty phone_number', { industry: 'Navy', phone_number: '' }, 'phone_number cannot be empty'),
  ...['industry', 'full_name', 'phone_number'].map((field) =>
    refused(`3. an invisible ${field}`, { [field]: '\u200b \u3164\u2800' }, `${field} cannot be empty`),
  ),
  refused('3. an object', { industry: 'Navy', full_name: {} }, 'full_name must be a string'),
  refused(
    '3. a control character',
    { full_name: 'a\u0007' + 'b' },
    'full_name contains characters that are not allowed',
  ),
  refused('3. too long', { full_name: 'x'.repeat(201) }, 'full_name must be at most 200 characters'),
  refused('3. javascript:', { industry: 'Navy', profile_image_url: 'javascript:alert(1)' }, BAD_URL),
  refused('3. data:', { profile_image_url: 'data:image/png;base64,AAAA' }, BAD_URL),
  refused(
    '3. a long picture address',
    { profile_image_url: `/${'x'.repeat(2048)}` },
    'profile_image_url must be at most 2048 characters',
  ),
  refused('3. industry before full_name', { full_name: '', industry: '' }, 'industry cannot be empty'),
  refused('3. full_name before phone_number', { phone_number: '', full_name: '' }, 'full_name cannot be empty'),
  refused(
    '3. phone_number before picture',
    { phone_number: '', profile_image_url: 'ftp://x' },
    'phone_number cannot be empty',
  ),
  {
    ...refused('the number of someone else', {}, 'Phone number already exists', 409),
    when: async ({ accessToken: token }, service) => {
      const { phoneNumber } = await registered(service);
      return { token, body: { full_name: 'Grace', phone_number: phoneNumber } };
    },
  },
  {
    ...refused('the number of someone else, in another Unicode spelling', {}, 'Phone number already exists', 409),
    when: async ({ accessToken: token }, service) => {
      const { phoneNumber } = await registered(service, { phone_number: `+2 caf\u00e9 ${Math.random()}` });
      return { token, body: { phone_number: phoneNumber.normalize('NFD') } };
    },
  },
  changed('5. a number is stored in one spelling', { phone_number: '+3 cafe\u0301' }, { phone_number: '+3 caf\u00e9' }),
  changed('5. nothing', {}, {}),
  changed('5. only what is there', { full_name: '  Grace Hopper ' }, { full_name: 'Grace Hopper' }),
  changed(
    '5. a family, with its invisible joints',
    { full_name: '👩\u200d👩\u200d👧' },
    { full_name: '👩\u200d👩\u200d👧' },
  ),
  changed('5. null counts as missing', { full_name: null, industry: 'Navy' }, { industry: 'Navy' }),
  changed('5. numbers are text', { industry: 42 }, { industry: '42' }),
  changed(
    '5. an https picture',
    { profile_image_url: ' https://img.example.com/a.png ' },
    { profile_image_url: 'https://img.example.com/a.png' },
  ),
  changed('5. a relative picture', { profile_image_url: 'img/a.png?x=1' }, { profile_image_url: 'img/a.png?x=1' }),
  changed(
    '5. members of others are ignored',
    { id: 1, email: 'x@y.z', role: 'ADMIN', account_status: 'SUSPENDED', password: 'x' },
    {},
  ),
  {
    ...changed('5. the own number again', {}, {}),
    when: ({ accessToken: token, phoneNumber }) => ({ token, body: { phone_number: ` ${phoneNumber} ` } }),
  },
];

describeOnBothDatabases('PUT /api/me', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['PUT', '/api/me'], given, STEPS);

  for (const cleared of [null, '', '  ']) {
    it(`5. ${JSON.stringify(cleared)} clears the picture`, async () => {
      const { accessToken: token } = await loggedIn(service());
      await service().request('PUT', '/api/me', { token, body: { profile_image_url: '/a.png' } });
      const { data } = await service().request('PUT', '/api/me', { token, body: { profile_image_url: cleared } });
      assert.equal(data.profile_image_url, null);
    });
  }

  const profileEvents = ({ id }: Given) =>
    service().db.all<{ subject: string | null; address: string | null }>(
      "SELECT subject, address FROM audit_events WHERE user_id = $1 AND event = 'profile_updated' ORDER BY id",
      [id],
    );

  it('5. a change is in the audit trail with the fields that it changed, and what changes nothing is not', async () => {
    const session = await loggedIn(service());
    const token = session.accessToken;
    const put = async (body: object, status = 200) =>
      assert.equal((await service().request('PUT', '/api/me', { token, body })).status, status);
    const { phone_number } = await profile(service(), session);
    await put({});
    await put({ full_name: 'Ada Lovelace', industry: 'Computing', phone_number, profile_image_url: null });
    await put({ full_name: 'Ada King', industry: '' }, 400);
    await put({ full_name: 'Ada King', phone_number: (await loggedIn(service())).phoneNumber }, 409);
    assert.deepEqual(await profileEvents(session), []);
    await put({ full_name: 'Ada King', industry: 'Computing' });
    await put({ phone_number: '+44 20 7946 9999', industry: 'Poetry', profile_image_url: '/a.png' });
    await put({ profile_image_url: null });
    assert.deepEqual(
      await profileEvents(session),
      ['full_name', 'industry,phone_number,profile_image_url', 'profile_image_url'].map((fields) => ({
        subject: `profile:${fields}`,
        address: '127.0.0.1',
      })),
    );
  });

  it('5. changes at once leave an event each', async () => {
    const session = await loggedIn(service());
    const token = session.accessToken;
    const put = (at: number) => service().request('PUT', '/api/me', { token, body: { industry: `Number ${at}` } });
    const answers = await Promise.all(Array.from({ length: 35 }, (_, at) => put(at)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const events = await profileEvents(session);
    assert.equal(events.filter(({ subject }) => subject === 'profile:industry').length, 35);
  });

  it('5. a change moves updated_at and leaves created_at', async () => {
    const session = await loggedIn(service());
    const token = session.accessToken;
    const before = (await service().request('GET', '/api/me', { token })).data;
    await service().clock.advance(60_000);
    await service().request('PUT', '/api/me', { token, body: { industry: 'Navy' } });
    const after = (await service().request('GET', '/api/me', { token })).data;
    assert.equal(after.created_at, before.created_at);
    assert.ok(Date.parse(after.updated_at) - Date.parse(before.updated_at) >= 60_000);
  });
});
