import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { claimsOf } from './service.ts';

/** One answer as it is compared: what is random or a time is replaced by its name. */
export interface RecordedAnswer {
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Times, ids of requests, and what the transport adds. */
const UNSTEADY_HEADERS = ['date', 'x-request-id', 'connection', 'keep-alive', 'content-length'];
/** Added since to errors, beside what there was. */
const LATER_HEADERS = ['x-error-reason'];
const UNSTEADY_CLAIMS = ['iat', 'exp', 'jti', 'sid', 'auth_time'];
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** An access token by its claims: their names, and the values that are not a time or random. */
const claimsIn = (token: string): string =>
  Object.entries(claimsOf(token))
    .map(([name, value]) => `${name}=${UNSTEADY_CLAIMS.includes(name) ? '*' : value}`)
    .join(' ');

const steady = (body: string): string =>
  body
    .replaceAll(JWT, (token) => `<${claimsIn(token)}>`)
    .replaceAll(/"refresh_token":"[^"]+"/g, '"refresh_token":"*"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');

const EMAIL = 'ada@example.com';
const ADA = {
  full_name: 'Ada Lovelace',
  email: EMAIL,
  password: 'Analytical1',
  industry: 'Computing',
  phone_number: '+44 20 7946 0000',
};

interface Step {
  readonly token?: string | undefined;
  readonly body?: object;
}

/**
 * The eleven operations of the interface as a client without any second factor uses them, with successes and refusals of each, on an empty database of a
 * service with the developer's inbox. Nothing but HTTP, so that any version of the service can be asked.
 */
export async function recordElevenOperations(url: string): Promise<RecordedAnswer[]> {
  const recorded: RecordedAnswer[] = [];
  const ask = async (method: string, path: string, { token, body }: Step = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'user-agent': 'recorder', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => ![...UNSTEADY_HEADERS, ...LATER_HEADERS].includes(name)),
    );
    const request = `${method} ${path} ${body ? JSON.stringify(body) : ''}`.trim();
    recorded.push({ request: steady(request), status: response.status, headers, body: steady(text) });
    return JSON.parse(text).data ?? {};
  };
  const mailed = async (page: string): Promise<string> => {
    const text = await (await fetch(`${url}/dev/inbox?to=${EMAIL}`)).text();
    const token = new RegExp(`/${page}\\?token=([\\w.-]+)`).exec(text)?.[1];
    assert.ok(token, `no e-mail leads to /${page}`);
    return token;
  };
  const credentials = { email: EMAIL, password: ADA.password };

  await ask('POST', '/api/register', { body: ADA });
  await ask('POST', '/api/register', { body: { ...ADA, email: '' } });
  await ask('POST', '/api/register', { body: { ...ADA, email: 'no address' } });
  await ask('POST', '/api/register', { body: ADA });
  await ask('POST', '/api/login', { body: credentials });
  await ask('POST', '/api/resend-verification', { body: { email: EMAIL } });
  await ask('POST', '/api/resend-verification', { body: {} });
  await ask('POST', '/api/verify');
  const verification = await mailed('verify');
  await ask('POST', '/api/verify', { token: verification });
  await ask('POST', '/api/verify', { token: verification });
  await ask('POST', '/api/login', { body: {} });
  await ask('POST', '/api/login', { body: { ...credentials, password: 'Wrong-one-1' } });
  await ask('POST', '/api/login', { body: { ...credentials, email: 'nobody@example.com' } });
  // A member that the interface does not know.
  await ask('POST', '/api/login', { body: { ...credentials, code: '000000' } });
  const { access_token: token, refresh_token } = await ask('POST', '/api/login', { body: credentials });
  await ask('GET', '/api/me');
  await ask('GET', '/api/me', { token: verification });
  await ask('GET', '/api/me', { token });
  await ask('PUT', '/api/me', { token, body: { industry: 'Mathematics' } });
  await ask('PUT', '/api/me', { token, body: { full_name: '' } });
  const refresh = { body: { refresh_token } };
  await ask('POST', '/api/refresh', refresh);
  await ask('POST', '/api/refresh', { body: {} });
  await ask('POST', '/api/refresh', { body: { refresh_token: 'unknown' } });
  await ask('POST', '/api/change-password', { token, body: { current_password: 'Wrong-one-1', new_password: 'x' } });
  const change = { current_password: ADA.password, new_password: 'Analytical2' };
  await ask('POST', '/api/change-password', { token, body: { ...change, current_password: 'Wrong-one-1' } });
  await ask('POST', '/api/change-password', { token, body: change });
  await ask('POST', '/api/refresh', refresh);
  await ask('POST', '/api/forgot-password', { body: { email: EMAIL } });
  await ask('POST', '/api/forgot-password', { body: { email: 'nobody@example.com' } });
  const reset = await mailed('reset-password');
  await ask('POST', '/api/reset-password', { token: reset, body: { new_password: 'weak' } });
  await ask('POST', '/api/reset-password', { token: reset, body: { new_password: 'Analytical3' } });
  await ask('POST', '/api/reset-password', { token: reset, body: { new_password: 'Analytical4' } });
  const last = await ask('POST', '/api/login', { body: { ...credentials, password: 'Analytical3' } });
  const leave = { body: { refresh_token: last.refresh_token } };
  await ask('POST', '/api/logout', leave);
  await ask('POST', '/api/logout', leave);
  await ask('POST', '/api/logout', { body: {} });
  return recorded;
}

// node test/support/eleven-operations.ts http://localhost:3000 records what a service answers, which runs on an empty database.
if (import.meta.main) {
  const answers = await recordElevenOperations(String(process.argv[2]));
  writeFileSync(
    new URL('../security/eleven-operations.json', import.meta.url),
    `${JSON.stringify(answers, null, 2)}\n`,
  );
}
