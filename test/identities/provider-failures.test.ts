import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { comeBack, finish, person } from '../support/identities.ts';
import { type IdentityProvider, type Registration, startIdentityProvider } from '../support/identity-provider.ts';
import { BEGIN_FAILS, FINISH_FAILS, type Outcome, type ProviderFailure, urlOf } from '../support/provider-failures.ts';
import { isQuickRun } from '../support/scope.ts';
import { type Service, startService } from '../support/service.ts';

type Answered = readonly [status: number, code: string, reason: string | null];
const BEGINS: Readonly<Partial<Record<Outcome, Answered>>> = {
  unavailable: [503, 'provider_unavailable', null],
  misconfigured: [503, 'provider_unavailable', 'misconfigured'],
};
const FINISHES: Readonly<Record<Outcome, Answered>> = {
  cancelled: [401, 'invalid_identity', 'cancelled'],
  refused: [401, 'invalid_identity', null],
  unavailable: [503, 'provider_unavailable', null],
  misconfigured: [401, 'invalid_identity', 'misconfigured'],
};
const LEVELS: Readonly<Record<Outcome, number>> = { cancelled: 30, refused: 30, unavailable: 40, misconfigured: 40 };

interface Line {
  readonly level: number;
  readonly provider: string;
  readonly url?: string;
  readonly status?: number;
  readonly check?: string;
  readonly reason: string;
}
const refusals = ({ logLines }: Service): Line[] =>
  logLines.filter((line) => line.includes('a login with a provider was refused')).map((line) => JSON.parse(line));

/** One line, which says which provider it is and what there is to mend. */
function assertLogged(service: Service, provider: IdentityProvider, failure: ProviderFailure): void {
  const lines = refusals(service);
  assert.equal(lines.length, 1, service.logLines.join(''));
  const [{ level, provider: id, url, status, check = '', reason } = assert.fail()] = lines;
  assert.deepEqual([level, id], [LEVELS[failure.outcome], 'corp']);
  if (failure.at !== undefined) assert.deepEqual([url, status], [urlOf(failure, provider), failure.status]);
  assert.match(check, failure.check ?? /^$/);
  assert.match(reason, failure.reason ?? /./);
  const secrets = [provider.settings.OPENID_PROVIDERS?.split(' ')[3] ?? assert.fail(), 'code=', 'state='];
  for (const secret of secrets) assert.ok(!service.logLines.join('').includes(secret), secret);
}

const start = async (t: TestContext, secret?: string) => {
  const provider = await startIdentityProvider(t, 'Corp', secret);
  return { provider, service: await startService(t, 'sqlite', provider.settings) };
};

describe('a login with a provider that fails', () => {
  for (const [name, failure] of Object.entries(BEGIN_FAILS))
    it(`at its beginning: ${name}: ${failure.outcome}`, { skip: failure.isSlow && isQuickRun }, async (t) => {
      const { provider, service } = await start(t);
      provider.lies = failure.lies;
      const begin = () => service.request('POST', '/api/identity/begin', { body: { provider: 'corp' } });
      const { status, headers } = await begin();
      const answered = [status, headers.get('x-error-code'), headers.get('x-error-reason')];
      assert.deepEqual(answered, BEGINS[failure.outcome]);
      assertLogged(service, provider, failure);
      provider.lies = {};
      assert.equal((await begin()).status, 200);
    });

  for (const [name, failure] of Object.entries(FINISH_FAILS))
    it(`at its end: ${name}: ${failure.outcome}`, { skip: failure.isSlow && isQuickRun }, async (t) => {
      const { provider, service } = await start(t);
      provider.lies = failure.lies;
      const { status, headers } = await finish(service, provider, person());
      const answered = [status, headers.get('x-error-code'), headers.get('x-error-reason')];
      assert.deepEqual(answered, FINISHES[failure.outcome]);
      assertLogged(service, provider, failure);
      provider.lies = {};
      assert.equal((await finish(service, provider, person())).status, 200);
    });

  it('by an error in the address that somebody has made up: its line is short', async (t) => {
    const { provider, service } = await start(t);
    provider.lies = { callback: { error: 'x'.repeat(10_000) } };
    assert.equal((await finish(service, provider, person())).status, 401);
    assert.ok((refusals(service)[0]?.reason.length ?? assert.fail()) < 300);
  });
});

describe('discovery', () => {
  for (const status of [301, 308])
    it(`follows one redirect to the same origin, such as to a slash at the end (${status})`, async (t) => {
      const { provider, service } = await start(t);
      const at = '/.well-known/openid-configuration';
      provider.lies = { answers: { status, to: `${at}/` }, at };
      assert.equal((await finish(service, provider, person())).status, 200);
      assert.deepEqual(provider.asked.slice(0, 2), [at, `${at}/`]);
    });
});

const BASIC: Registration = { method: 'client_secret_basic' };
const LITERAL: Registration = { ...BASIC, isLiteral: true };
const POST: Registration = { method: 'client_secret_post' };
const JWT: Registration = { method: 'client_secret_jwt' };
/** Of most generators. */
const USUAL = "a-b_c.d~e!f*g'h(i)9";
/** With what a form encodes, and means something in Basic. */
const UNUSUAL = 'a+b/c%3D:=&é';

/** Which methods the provider offers, how the client is registered, its secret, and the requests until it is accepted. */
const CLIENTS: readonly (readonly [
  offered: readonly string[] | undefined,
  registered: Registration,
  secret: string,
  requests: number,
])[] = [
  [undefined, BASIC, USUAL, 1],
  [undefined, BASIC, UNUSUAL, 1],
  [undefined, LITERAL, USUAL, 1],
  [['client_secret_basic'], LITERAL, USUAL, 1],
  [['client_secret_post'], POST, USUAL, 1],
  [['client_secret_post'], POST, UNUSUAL, 1],
  [['client_secret_post', 'client_secret_basic'], BASIC, UNUSUAL, 1],
  [['client_secret_post', 'client_secret_basic'], LITERAL, USUAL, 1],
  [['client_secret_basic', 'client_secret_post'], POST, USUAL, 2],
  [['client_secret_jwt'], JWT, USUAL, 1],
  [['private_key_jwt', 'client_secret_jwt', 'client_secret_basic'], JWT, UNUSUAL, 2],
  [['private_key_jwt'], POST, USUAL, 1],
];

describe('the client secret', () => {
  for (const [offered, registered, secret, requests] of CLIENTS) {
    const name = `${registered.method}${registered.isLiteral ? ' that is not decoded' : ''}`;
    it(`is accepted as ${name}, of ${offered?.join(' and ') ?? 'a provider that lists nothing'}: ${secret}`, async (t) => {
      const { provider, service } = await start(t, secret);
      const metadata = (honest: object) => ({ ...honest, token_endpoint_auth_methods_supported: offered });
      provider.lies = { metadata, registered };
      const tokenRequests = () => provider.asked.filter((path) => path === '/token').length;
      assert.equal((await finish(service, provider, person())).status, 200);
      assert.equal(tokenRequests(), requests);
      assert.equal((await finish(service, provider, person())).status, 200);
      assert.equal(tokenRequests(), requests + 1, 'what was accepted comes first');
    });
  }

  it('is not sent twice for a code that the provider does not know', async (t) => {
    const { provider, service } = await start(t);
    const methods = ['client_secret_basic', 'client_secret_post'];
    const metadata = (honest: object) => ({ ...honest, token_endpoint_auth_methods_supported: methods });
    provider.lies = { metadata, registered: BASIC, callback: { code: 'another' } };
    const body = await comeBack(service, provider, person());
    assert.equal((await service.request('POST', '/api/identity/finish', { body })).status, 401);
    assert.equal(provider.asked.filter((path) => path === '/token').length, 1);
  });
});
