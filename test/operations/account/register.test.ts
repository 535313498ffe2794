import assert from 'node:assert/strict';
import { it } from 'node:test';
import { escapeControlCharacters } from '../../../src/lib/escape-control-characters.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { FRONTEND_URL, linksIn, registered, registration, type Service } from '../../support/service.ts';

const REGISTER = ['POST', '/api/register'] as const;
const WEAK = 'Password must be at least 8 characters long and contain at least one uppercase and one digit';

type Given = { taken: { email: string; phoneNumber: string } };
const given = async (service: Service): Promise<Given> => ({ taken: await registered(service) });

const refused = (name: string, overrides: Record<string, unknown>, message: string, status = 400): Scenario<Given> => ({
  name,
  needsNothing: true,
  when: () => ({ body: registration(overrides) }),
  status,
  message,
});
const unreadable = (name: string, body: string | Uint8Array | undefined): Scenario<Given> => ({
  name,
  needsNothing: true,
  when: () => (body === undefined ? {} : { body }),
  status: 400,
  message: 'Invalid JSON format',
});

const codePointsOf = (text: string): string =>
  [...text].map((character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(' ');

const STEPS: Scenario<Given>[] = [
  unreadable('1. no body', undefined),
  unreadable('1. an empty body', ''),
  unreadable('1. not JSON', '{'),
  unreadable('1. JSON that is no object', '["full_name"]'),
  unreadable('1. JSON null', 'null'),
  unreadable('1. not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)),
  refused('2. an object for a string', { full_name: {} }, 'full_name must be a string'),
  refused('2. an array for a password', { password: ['Analytical1'] }, 'password must be a string'),
  refused('2. a control character', { industry: 'a\u0000b' }, 'industry contains characters that are not allowed'),
  refused(
    '2. a line break in the name',
    { full_name: 'Ada\nBcc: x' },
    'full_name contains characters that are not allowed',
  ),
  refused(
    '2. a bidirectional override',
    { full_name: '\u202eadA' },
    'full_name contains characters that are not allowed',
  ),
  refused('2. a lone surrogate', { phone_number: '\ud800' }, 'phone_number contains characters that are not allowed'),
  refused('3. no full_name', { full_name: undefined }, 'full_name cannot be empty'),
  refused('3. full_name null', { full_name: null }, 'full_name cannot be empty'),
  refused('3. a blank full_name', { full_name: ' \t ' }, 'full_name cannot be empty'),
  refused('3. a blank industry', { industry: ' ' }, 'industry cannot be empty'),
  refused('3. a blank phone_number', { phone_number: '' }, 'phone_number cannot be empty'),
  ...[
    ...['\u200b', '\u3164', '\u2800', '\u115f\u1160', '\uffa0', '\u00ad', '\u034f', '\u0301\u0308', '\u200d\ufe0f'],
    ...['\u{e0041}', ' \u200b \u3000\u2060 ', '\ufeff'],
  ].map((blank) => refused(`3. a name of ${codePointsOf(blank)}`, { full_name: blank }, 'full_name cannot be empty')),
  refused('3. an invisible industry', { industry: '\u200b' }, 'industry cannot be empty'),
  refused('3. an invisible phone_number', { phone_number: '\u3164' }, 'phone_number cannot be empty'),
  refused('4. no password', { password: undefined }, WEAK),
  refused('4. seven characters', { password: 'Abcdef1' }, WEAK),
  refused('4. no uppercase letter', { password: 'abcdefg1' }, WEAK),
  refused('4. no digit', { password: 'Abcdefgh' }, WEAK),
  refused('4. seven characters, blanks included', { password: ' Abcd1 ' }, WEAK),
  refused('4. too long', { password: `A1${'é'.repeat(255)}` }, 'Password must be at most 256 characters long'),
  refused('5. no e-mail', { email: undefined }, 'The email address is not valid.'),
  refused('5. not an e-mail', { email: 'ada' }, 'The email address is not valid.'),
  refused('5. a quoted local part', { email: '"ada"@example.com' }, 'The email address is not valid.'),
  ...[
    'ada\u0000@example.com',
    'a\nda@example.com',
    'ada@exam\u0007ple.com',
    'ada@example.com\u009fx',
    'ada\u202e@example.com',
    'ada\ud800@example.com',
    'ada@\udc00.example.com',
  ].map((email) =>
    refused(`5. the e-mail ${escapeControlCharacters(email)}`, { email }, 'The email address is not valid.'),
  ),
  refused('limits: a long name', { full_name: 'x'.repeat(201) }, 'full_name must be at most 200 characters'),
  refused('limits: a long industry', { industry: 'x'.repeat(101) }, 'industry must be at most 100 characters'),
  refused('limits: a long number', { phone_number: '1'.repeat(33) }, 'phone_number must be at most 32 characters'),
  {
    name: '6. the e-mail of someone else, in other letters',
    changesNothing: true,
    when: ({ taken }) => ({ body: registration({ email: ` ${taken.email.toUpperCase()} ` }) }),
    status: 409,
    message: 'Email already exists',
  },
  {
    name: '6. the number of someone else, in another Unicode spelling',
    needsNothing: true,
    when: async (_given, service) => {
      const { phoneNumber } = await registered(service, { phone_number: `+1 cafe\u0301 ${Math.random()}` });
      assert.equal(phoneNumber, phoneNumber.normalize('NFC'));
      return { body: registration({ phone_number: phoneNumber.normalize('NFD') }) };
    },
    status: 409,
    message: 'Phone number already exists',
  },
  {
    name: '6. the number of someone else, with blanks',
    changesNothing: true,
    when: ({ taken }) => ({ body: registration({ phone_number: ` ${taken.phoneNumber} ` }) }),
    status: 409,
    message: 'Phone number already exists',
  },
];

/** Two faults at once: the one that the document checks first is the one that is answered. */
const ORDER: Scenario<Given>[] = [
  refused('2 before 3', { full_name: '', phone_number: [] }, 'phone_number must be a string'),
  refused('full_name before industry', { full_name: '', industry: '' }, 'full_name cannot be empty'),
  refused('industry before phone_number', { industry: '', phone_number: '' }, 'industry cannot be empty'),
  refused('phone_number before password', { phone_number: '', password: 'x' }, 'phone_number cannot be empty'),
  refused('password before an e-mail with a control character', { password: 'x', email: 'a\u0000@b.example' }, WEAK),
  refused('2 before 3: an e-mail that is no text', { full_name: '', email: {} }, 'email must be a string'),
  refused('password before e-mail', { password: 'x', email: 'x' }, WEAK),
  refused('e-mail before the limits', { email: 'x', full_name: 'x'.repeat(201) }, 'The email address is not valid.'),
  {
    name: 'e-mail invalid before number taken',
    changesNothing: true,
    when: ({ taken }) => ({ body: registration({ email: 'x', phone_number: taken.phoneNumber }) }),
    status: 400,
    message: 'The email address is not valid.',
  },
  {
    name: 'password before e-mail taken',
    changesNothing: true,
    when: ({ taken }) => ({ body: registration({ email: taken.email, password: 'x' }) }),
    status: 400,
    message: WEAK,
  },
  {
    name: 'e-mail taken before number taken',
    changesNothing: true,
    when: ({ taken }) => ({ body: registration({ email: taken.email, phone_number: taken.phoneNumber }) }),
    status: 409,
    message: 'Email already exists',
  },
];

describeOnBothDatabases('POST /api/register', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, REGISTER, given, [...STEPS, ...ORDER]);

  it('7. and 8. creates an inactive account and mails the link', async () => {
    const body = registration({ full_name: '  Ada <b>Lovelace</b> ', industry: 7, email: 'Ada+Test@EXAMPLE.com' });
    const answer = await service().request('POST', '/api/register', { body });

    assert.equal(answer.status, 201);
    assert.match(answer.message ?? '', /check your email/);
    const { id, created_at, updated_at, ...rest } = answer.data;
    assert.ok(Number.isSafeInteger(id) && id > 0);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(updated_at, created_at);
    assert.deepEqual(rest, {
      full_name: 'Ada <b>Lovelace</b>',
      email: 'ada+test@example.com',
      phone_number: body.phone_number,
      industry: '7',
      role: 'USER',
      profile_image_url: null,
      account_status: 'INACTIVE',
    });

    const [email, ...others] = await service().emailsTo('ada+test@example.com');
    assert.ok(email);
    assert.deepEqual(others, []);
    assert.equal(email.subject, 'Confirm your Latchkey account');
    assert.match(email.text, /Ada <b>Lovelace<\/b>/);
    assert.match(email.html, /Ada &lt;b&gt;Lovelace&lt;\/b&gt;/);
    const [link] = linksIn(email);
    assert.equal(`${link?.origin}${link?.pathname}`, `${FRONTEND_URL}/verify`);
    assert.deepEqual([...(link?.searchParams.keys() ?? [])], ['token', 'email']);
    assert.equal(link?.searchParams.get('email'), 'ada+test@example.com');
  });

  it('ignores members that are not its own', async () => {
    const overrides = {
      id: 4711,
      role: 'ADMIN',
      account_status: 'ACTIVE',
      profile_image_url: 'x',
      credential_version: 9,
    };
    const { data } = await service().request('POST', '/api/register', { body: registration(overrides) });
    assert.notEqual(data.id, 4711);
    assert.equal(data.role, 'USER');
    assert.equal(data.account_status, 'INACTIVE');
    assert.equal(data.profile_image_url, null);
  });

  it('counts a password as it is sent, blanks at its ends included, and keeps them', async () => {
    const { email, password } = await registered(service(), { password: '  Abcd e1  ' });
    const logIn = (spelled: string) => service().request('POST', '/api/login', { body: { email, password: spelled } });
    assert.equal((await logIn(password)).message, 'Account is INACTIVE');
    assert.equal((await logIn(password.trim())).status, 401);
  });

  it('accepts a digit and an uppercase letter of any script, and 256 characters', async () => {
    for (const password of ['Äpfelmus٣', `Ω1${'é'.repeat(254)}`, 'A1345678']) {
      await registered(service(), { password });
    }
  });
});
