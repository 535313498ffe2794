import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EmailTaken, PhoneNumberTaken } from '../../src/api/errors.ts';
import { ERROR_CATALOGUE } from '../../src/api/openapi/document.ts';
import { operation } from '../../src/api/operation.ts';
import { operationEndpoint } from '../../src/api/operation-endpoint.ts';
import { route } from '../../src/api/route.ts';
import { EmptyObject } from '../../src/api/schemas.ts';
import type { SharedServices } from '../../src/api/services.ts';
import { createFields } from '../../src/config/field-presence.ts';
import * as accountErrors from '../../src/core/errors.ts';
import { Refusal } from '../../src/core/refusal.ts';
import { DECLARED_FEATURES } from '../../src/features/declarations.ts';
import { ApiError } from '../../src/http/api-error.ts';
import { done } from '../../src/http/envelope.ts';
import { createLog } from '../../src/monitoring/log.ts';
import { startHttpServer } from '../support/http-server.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, registration, resetToken, verificationToken, verified } from '../support/service.ts';

const fields = createFields();

const TRIED = { id: 'try', summary: 'Try', description: '', tag: 'Accounts', message: 'Tried' } as const;

describe('an error of an operation', () => {
  const service = sharedService('sqlite');

  it('names its code and the member at fault, so that no client has to read English', async () => {
    const taken = await loggedIn(service());
    const { accessToken: token } = await loggedIn(service());
    const reset = await resetToken(service(), taken.email);
    const register = (overrides: object) => ['POST /api/register', { body: registration({ ...overrides }) }] as const;
    const put = (body: object) => ['PUT /api/me', { token, body }] as const;
    const cases: (readonly [request: readonly [string, object], code: string, field: string | null])[] = [
      [register({ full_name: ' ' }), 'missing_field', 'full_name'],
      [register({ industry: '' }), 'missing_field', 'industry'],
      [register({ phone_number: null }), 'missing_field', 'phone_number'],
      [register({ full_name: {} }), 'invalid_field', 'full_name'],
      [register({ full_name: 'x'.repeat(201) }), 'invalid_field', 'full_name'],
      [register({ industry: 'a\u0007b' }), 'invalid_field', 'industry'],
      [register({ password: 'short' }), 'weak_password', 'password'],
      [register({ email: 'nobody' }), 'invalid_email', 'email'],
      [register({ email: taken.email }), 'email_taken', 'email'],
      [register({ phone_number: taken.phoneNumber }), 'phone_number_taken', 'phone_number'],
      [['POST /api/register', { body: '[' }], 'invalid_json', null],
      [['POST /api/login', { body: { password: 'x' } }], 'missing_field', 'email'],
      [['POST /api/login', { body: { email: 'x' } }], 'missing_field', 'password'],
      [['POST /api/login', { body: { email: taken.email, password: 'x' } }], 'invalid_credentials', null],
      [['POST /api/refresh', {}], 'missing_field', 'refresh_token'],
      [['POST /api/logout', {}], 'missing_field', 'refresh_token'],
      [['POST /api/forgot-password', {}], 'missing_field', 'email'],
      [['POST /api/resend-verification', {}], 'missing_field', 'email'],
      [['POST /api/reset-password', { token: reset }], 'missing_field', 'new_password'],
      [['POST /api/reset-password', { token: reset, body: { new_password: 'x' } }], 'weak_password', 'new_password'],
      [['POST /api/change-password', { token, body: {} }], 'missing_field', 'current_password'],
      [['POST /api/change-password', { token, body: { current_password: 'x' } }], 'missing_field', 'new_password'],
      [
        ['POST /api/change-password', { token, body: { current_password: 'x', new_password: 'y' } }],
        'wrong_current_password',
        'current_password',
      ],
      [put({ full_name: '' }), 'missing_field', 'full_name'],
      [put({ phone_number: taken.phoneNumber }), 'phone_number_taken', 'phone_number'],
      [put({ profile_image_url: 'javascript:1' }), 'invalid_field', 'profile_image_url'],
      [['GET /api/me', {}], 'bearer_token_required', null],
    ];
    for (const [[route, options], code, field] of cases) {
      const [method = '', path = ''] = route.split(' ');
      const { headers } = await service().request(method, path, options);
      assert.deepEqual([headers.get('x-error-code'), headers.get('x-error-field')], [code, field], route);
    }
  });

  it('says what its code leaves open, for whoever words it anew', async () => {
    const strict = await loggedIn(service());
    const used = await resetToken(service(), strict.email);
    await service().request('POST', '/api/reset-password', { token: used, body: { new_password: 'Another1Password' } });
    const register = (overrides: Record<string, unknown>) =>
      ['POST', '/api/register', { body: registration(overrides) }] as const;
    const cases: (readonly [request: readonly [string, string, object], code: string, reason: string | null])[] = [
      [register({ password: 'Short1' }), 'weak_password', 'too_short'],
      [register({ password: 'lowercase1' }), 'weak_password', 'no_uppercase'],
      [register({ password: 'Uppercase' }), 'weak_password', 'no_digit'],
      [register({ password: `A1${'x'.repeat(255)}` }), 'weak_password', 'too_long'],
      [register({ full_name: {} }), 'invalid_field', 'not_a_string'],
      [register({ full_name: 'x'.repeat(201) }), 'invalid_field', 'too_long'],
      [register({ industry: 'a\u0007b' }), 'invalid_field', 'forbidden_characters'],
      [register({ email: 'nobody' }), 'invalid_email', null],
      [['POST', '/api/reset-password', { token: used, body: {} }], 'invalid_token', 'used'],
      [['GET', '/api/me', { token: 'not.a.token' }], 'invalid_token', null],
    ];
    for (const [[method, path, options], code, reason] of cases) {
      const { headers } = await service().request(method, path, options);
      assert.deepEqual([headers.get('x-error-code'), headers.get('x-error-reason')], [code, reason], path);
    }
    await service().clock.advance(16 * 60_000);
    const { headers } = await service().request('GET', '/api/me', { token: strict.accessToken });
    assert.equal(headers.get('x-error-reason'), 'expired');
  });

  it('names the status of an account that may not log in', async () => {
    const body = registration();
    await service().request('POST', '/api/register', { body });
    const { status, headers } = await service().request('POST', '/api/login', { body });
    assert.deepEqual([status, headers.get('x-account-status')], [403, 'INACTIVE']);
  });

  it('has a counterpart for a success that only its message tells from another', async () => {
    const { email } = await verified(service());
    const token = await verificationToken(service(), email);
    const { status, headers } = await service().request('POST', '/api/verify', { token });
    assert.deepEqual([status, headers.get('x-result')], [200, 'already_verified']);
  });

  it('that it does not declare is our own failure, and said in the log', async (t) => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info', logFormat: 'json' }, { write: (line) => void lines.push(line) });
    const declaration = { ...TRIED, answers: EmptyObject, errors: [EmailTaken] };
    const throwing = (path: string, error?: Error) => {
      const run = async () => {
        if (error) throw error;
        return done({});
      };
      return operationEndpoint(route('POST', path, operation(declaration, run)), { fields } as SharedServices, log);
    };
    const { url } = await startHttpServer(t, [
      throwing('/listed', new ApiError(EmailTaken)),
      throwing('/unlisted', new ApiError(PhoneNumberTaken)),
      throwing('/listed-refusal', new Refusal('email_taken')),
      throwing('/unlisted-refusal', new Refusal('passkey_taken')),
    ]);
    const answer = async (path: string) => {
      const { status, headers } = await fetch(`${url}${path}`, { method: 'POST' });
      return [status, headers.get('x-error-code')];
    };
    assert.deepEqual(await answer('/listed'), [409, 'email_taken']);
    assert.deepEqual(await answer('/unlisted'), [500, 'internal_error']);
    assert.deepEqual(await answer('/listed-refusal'), [409, 'email_taken']);
    assert.deepEqual(await answer('/unlisted-refusal'), [500, 'internal_error']);
    for (const code of ['phone_number_taken', 'passkey_taken'])
      assert.match(lines.join(''), new RegExp(`"code":"${code}".*does not declare this error`));
  });

  it('has a declaration for all that accounts refuse', () => {
    const ofFeatures = DECLARED_FEATURES.flatMap(({ errors = [] }) => errors);
    const declared = [
      ...Object.values(accountErrors).filter((one) => typeof one === 'object' && 'code' in one),
      ...ofFeatures,
    ];
    assert.ok(declared.length > 40);
    assert.deepEqual(
      declared.filter((error) => !ERROR_CATALOGUE.includes(error)),
      [],
    );
  });

  it('has one status for each code', () => {
    const statuses = Map.groupBy(ERROR_CATALOGUE, ({ code }) => code);
    for (const [code, errors] of statuses) assert.equal(new Set(errors.map(({ status }) => status)).size, 1, code);
  });
});
