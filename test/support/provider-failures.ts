import type { IdentityProvider, Lies, Reply } from './identity-provider.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const HTML: Reply = { status: 200, html: '<!doctype html><title>Log in</title>' };
const refusal = (status: number, error: string): Reply => ({ status, json: { error } });
/** Another origin of this machine, where nobody listens. */
const ELSEWHERE = 'http://127.0.0.2:1/elsewhere';

export type Outcome = 'cancelled' | 'refused' | 'unavailable' | 'misconfigured';

/** What people read on the login page. */
export const READS: Readonly<Record<Outcome, string>> = {
  cancelled: 'You didn’t log in with Corp. Try again, or choose another way.',
  refused: 'This login couldn’t be confirmed. Please start again.',
  unavailable: 'The other service isn’t answering. Please try again, or choose another way.',
  misconfigured: 'Logging in with this service doesn’t work right now. This site has to fix that.',
};

/** The line of the log names the provider, this path of it, and the status; `check` is for what the operator mends. */
export interface ProviderFailure {
  readonly lies: Lies;
  readonly outcome: Outcome;
  readonly at?: string;
  readonly status?: number;
  readonly check?: RegExp;
  /** In the reason of the line. */
  readonly reason?: RegExp;
  /** Has to wait for a timeout. */
  readonly isSlow?: boolean;
}

const CREDENTIALS = /^the client id or secret of Corp in OPENID_PROVIDERS$/;
const SETUP = /^Corp in OPENID_PROVIDERS, .+ "latchkey doctor"/;

const answers = (at: string, reply: Reply, outcome: Outcome, check?: RegExp, reason?: RegExp): ProviderFailure => ({
  lies: { answers: reply, at },
  outcome,
  at,
  status: reply.status,
  ...(check && { check }),
  ...(reason && { reason }),
});
const discovery = (reply: Reply, outcome: Outcome, reason?: RegExp) =>
  answers(DISCOVERY, reply, outcome, outcome === 'misconfigured' ? SETUP : undefined, reason);
const token = (reply: Reply, outcome: Outcome, check?: RegExp, reason?: RegExp) =>
  answers('/token', reply, outcome, check, reason);
const callback = (error: string, outcome: Outcome): ProviderFailure => ({
  lies: { callback: { error } },
  outcome,
  ...(outcome === 'misconfigured' && { check: /in OPENID_PROVIDERS/ }),
  reason: new RegExp(error),
});

export const BEGIN_FAILS: Readonly<Record<string, ProviderFailure>> = {
  'discovery: 400': discovery({ status: 400, json: {} }, 'misconfigured'),
  'discovery: 401': discovery({ status: 401, challenge: 'Basic realm="corp"' }, 'misconfigured'),
  'discovery: 403': discovery({ status: 403, html: 'Forbidden' }, 'misconfigured'),
  'discovery: 404': discovery({ status: 404, html: 'Not found' }, 'misconfigured', /answered 404/),
  'discovery: 429': discovery({ status: 429, html: 'Slow down' }, 'unavailable'),
  'discovery: 301 to another origin': discovery({ status: 301, to: ELSEWHERE }, 'misconfigured'),
  'discovery: 302 to the same origin': discovery({ status: 302, to: '/login' }, 'misconfigured'),
  'discovery: 301 to itself': discovery({ status: 301, to: DISCOVERY }, 'misconfigured'),
  'discovery: 301 to nowhere': discovery({ status: 301, to: 'http://[' }, 'misconfigured'),
  'discovery: HTML': discovery(HTML, 'misconfigured', /content-type/),
  'discovery: 500': discovery({ status: 500, html: 'Oops' }, 'unavailable', /answered 500/),
  'discovery: no answer': { lies: { answers: 'never', at: DISCOVERY }, outcome: 'unavailable', isSlow: true },
  'discovery: another issuer': {
    lies: { metadata: (honest) => ({ ...honest, issuer: 'https://other.example.com' }) },
    ...{ outcome: 'misconfigured', at: DISCOVERY, status: 200, check: SETUP },
    reason: /issuer.+, which is https:\/\/other\.example\.com$/,
  },
  'discovery: no page to log in': {
    lies: { metadata: ({ authorization_endpoint: _, ...honest }) => honest },
    ...{ outcome: 'misconfigured', at: DISCOVERY, status: 200, check: SETUP },
  },
};

const wrongSecret = (refused: Reply): ProviderFailure => ({
  lies: { registered: { method: 'client_secret_jwt', refusal: refused } },
  ...{ outcome: 'misconfigured', at: '/token', status: refused.status, check: CREDENTIALS },
});
const USERINFO: Lies = { claims: ({ email: _, ...honest }) => honest };
const userinfo = (reply: Reply, outcome: Outcome): ProviderFailure => {
  const row = answers('/userinfo', reply, outcome, outcome === 'misconfigured' ? SETUP : undefined);
  const metadata: Lies['metadata'] = (honest) => ({ ...honest, userinfo_endpoint: `${honest.issuer}/userinfo` });
  return { ...row, lies: { ...USERINFO, ...row.lies, metadata } };
};

export const FINISH_FAILS: Readonly<Record<string, ProviderFailure>> = {
  'callback: access_denied': callback('access_denied', 'cancelled'),
  'callback: consent_required': callback('consent_required', 'cancelled'),
  'callback: login_required': callback('login_required', 'cancelled'),
  'callback: interaction_required': callback('interaction_required', 'cancelled'),
  'callback: server_error': callback('server_error', 'unavailable'),
  'callback: temporarily_unavailable': callback('temporarily_unavailable', 'unavailable'),
  'callback: unauthorized_client': callback('unauthorized_client', 'misconfigured'),
  'callback: invalid_scope': callback('invalid_scope', 'misconfigured'),
  'callback: redirect_uri_mismatch': callback('redirect_uri_mismatch', 'misconfigured'),
  'callback: an error nobody knows': callback('bad_weather', 'refused'),
  'callback: another state': { lies: { callback: { state: 'another' } }, outcome: 'refused' },
  'token: wrong secret, 401 invalid_client': wrongSecret(refusal(401, 'invalid_client')),
  'token: wrong secret, 401 with a challenge': wrongSecret({ status: 401, challenge: 'Basic realm="corp"' }),
  'token: wrong secret, 401 in HTML': wrongSecret({ status: 401, html: 'Unauthorized' }),
  'token: wrong secret, 400 invalid_client': wrongSecret(refusal(400, 'invalid_client')),
  'token: wrong secret, 403': wrongSecret({ status: 403, html: '' }),
  'token: wrong secret, 403 unauthorized_client': wrongSecret(refusal(403, 'unauthorized_client')),
  'token: 400 invalid_grant': token(refusal(400, 'invalid_grant'), 'refused', undefined, /invalid_grant/),
  'token: 401 invalid_grant': token(refusal(401, 'invalid_grant'), 'refused'),
  'token: 400 invalid_scope': token(refusal(400, 'invalid_scope'), 'misconfigured', SETUP),
  'token: 400 in HTML': token({ status: 400, html: 'Bad request' }, 'refused'),
  'token: 404': token({ status: 404, html: 'Not found' }, 'misconfigured', SETUP),
  'token: 301 to the same origin': token({ status: 301, to: '/elsewhere' }, 'misconfigured', SETUP),
  'token: 307 to another origin': token({ status: 307, to: ELSEWHERE }, 'misconfigured', SETUP),
  'token: HTML': token(HTML, 'misconfigured', SETUP, /content-type/),
  'token: 429': token({ status: 429, html: 'Slow down' }, 'unavailable'),
  'token: 500': token({ status: 500, html: 'Oops' }, 'unavailable'),
  'token: no answer': { lies: { answers: 'never', at: '/token' }, outcome: 'unavailable', isSlow: true },
  'keys: 404': answers('/jwks', { status: 404, html: 'Not found' }, 'misconfigured', SETUP),
  'keys: HTML': answers('/jwks', HTML, 'misconfigured', SETUP),
  'keys: 500': answers('/jwks', { status: 500, html: 'Oops' }, 'unavailable'),
  'userinfo: 401': userinfo({ status: 401, challenge: 'Bearer error="invalid_token"' }, 'misconfigured'),
  'userinfo: 404': userinfo({ status: 404, html: 'Not found' }, 'misconfigured'),
  'userinfo: 500': userinfo({ status: 500, html: 'Oops' }, 'unavailable'),
  'ID token: another issuer': {
    lies: { claims: (honest) => ({ ...honest, iss: 'https://other.example.com' }) },
    ...{ outcome: 'refused', reason: /iss/ },
  },
  'ID token: another audience': {
    lies: { claims: (honest) => ({ ...honest, aud: 'another-client' }) },
    ...{ outcome: 'refused', reason: /aud/ },
  },
  'ID token: another key': { lies: { algorithm: 'another key' }, outcome: 'refused' },
};

/** The member of a log line. */
export const urlOf = ({ at }: ProviderFailure, { issuer }: IdentityProvider): string | undefined =>
  at === undefined ? undefined : issuer + at;
