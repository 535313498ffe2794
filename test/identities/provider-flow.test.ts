import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { GuardedFetch } from '../../src/deliveries/guarded-fetch.ts';
import type { Provider } from '../../src/features/identities/provider.ts';
import { createProviderFlow } from '../../src/features/identities/provider-flow.ts';
import { createProviderMetadata } from '../../src/features/identities/provider-metadata.ts';
import { apple } from '../../src/features/identities/providers/apple.ts';
import { gitHub } from '../../src/features/identities/providers/github.ts';
import { google } from '../../src/features/identities/providers/google.ts';
import { microsoft } from '../../src/features/identities/providers/microsoft.ts';
import { openId } from '../../src/features/identities/providers/openid.ts';
import { createDataKeys } from '../../src/keys/data-keys.ts';
import { FRONTEND_URL } from '../support/service.ts';
import { until } from '../support/until.ts';

const CLIENT = { clientId: 'x', clientSecret: 'y' };
const ISSUER = 'https://id.example';
const CORP = openId({ name: 'Corp', issuer: ISSUER, domains: [], ...CLIENT });
const GITHUB = gitHub(CLIENT);
const HOUR_MS = 3_600_000;

const flowWith = (fetch: GuardedFetch, providers: readonly Provider[] = [GITHUB]) =>
  createProviderFlow({
    ...{ providers, fetch, frontendUrl: () => FRONTEND_URL, clientAt: (address) => address, nowMs: Date.now },
    dataKeys: createDataKeys([{ name: 'one', secret: 'the-secret-of-these-tests-4f1c-8a20' }]),
    log: pino({ level: 'silent' }),
  });
const never: GuardedFetch = () => new Promise(() => {});

/** What the page of the callback sends. */
async function cameBack(flow: ReturnType<typeof flowWith>) {
  const begun = await flow.begin('github');
  const state = new URL(begun.url).searchParams.get('state') ?? '';
  const sent = new URLSearchParams({ code: 'x', state, iss: 'https://github.com/login/oauth' });
  return [begun.flow, `${FRONTEND_URL}/login/callback/github?${sent}`] as const;
}
const from = (address: string) => ({ address, userAgent: null });
const codeOf = (error: unknown) => (error as { readonly code?: string }).code;

describe('a login that waits for a provider', () => {
  it('has a place that it gives back, however it ends', async () => {
    for (const [answer, code] of [
      [() => Promise.reject(new Error('refused')), 'provider_unavailable'],
      [() => Promise.resolve(new Response('{}', { status: 500 })), 'provider_unavailable'],
      [() => Promise.resolve(Response.json({ error: 'bad_verification_code' })), 'invalid_identity'],
    ] as const) {
      const flow = flowWith(answer);
      for (let times = 1; times <= 60; times += 1) {
        const [sealed, address] = await cameBack(flow);
        assert.equal(codeOf(await flow.finish(sealed, address, from('192.0.2.1')).catch((error) => error)), code);
      }
    }
  });

  it('takes half of the places that are left to its client, so that others find one', async () => {
    let [asked, taken] = [0, 0];
    const flow = flowWith((...request) => {
      asked += 1;
      return asked > taken ? Promise.reject(new Error('one too many')) : never(...request);
    });
    const finish = async (client: string) => {
      const [sealed, address] = await cameBack(flow);
      return flow.finish(sealed, address, from(client)).catch(codeOf);
    };
    // The places of 50 that one client after the other gets.
    for (const [client, places] of [
      ['192.0.2.1', 25],
      ['192.0.2.2', 13],
      ['192.0.2.3', 6],
    ] as const) {
      taken += places;
      for (let place = 1; place <= places; place += 1) void finish(client);
      await until(`${taken} wait`, () => asked === taken);
      assert.equal(await finish(client), 'overloaded', client);
    }
  });
});

describe('a provider', () => {
  const microsofts = microsoft({ tenant: 'common', ...CLIENT });
  const apples = apple({ clientId: 'x', teamId: 'y', keyId: 'z', privateKey: '' });
  const providers = [google(CLIENT), microsofts, GITHUB, apples, CORP];

  it('is offered for a recent login if it tells when its user has logged in', () => {
    const flow = flowWith(never, providers);
    const confirming = providers.map(({ id }) => id).filter((id) => flow.confirms(id));
    assert.deepEqual(confirming, ['google', 'microsoft', 'apple', 'corp']);
    assert.equal(flow.confirms('another'), false);
    assert.equal(flowWith(never, [GITHUB]).confirms('google'), false, 'it was switched off');
  });

  it('has metadata that are asked for once an hour, and again at once after a failure', async () => {
    let nowMs = 0;
    let asked = 0;
    let isDown = false;
    const { configurationOf } = createProviderMetadata(
      async () => {
        asked += 1;
        if (isDown) throw new Error('refused');
        const endpoints = { authorization_endpoint: `${ISSUER}/auth`, token_endpoint: `${ISSUER}/token` };
        return Response.json({ issuer: ISSUER, jwks_uri: `${ISSUER}/jwks`, ...endpoints });
      },
      () => nowMs,
    );
    await Promise.all([1, 2, 3].map(() => configurationOf(CORP)));
    nowMs = HOUR_MS - 1;
    await configurationOf(CORP);
    assert.equal(asked, 1);
    nowMs = HOUR_MS;
    isDown = true;
    for (const times of [2, 3]) {
      await assert.rejects(configurationOf(CORP));
      assert.equal(asked, times);
    }
    isDown = false;
    await configurationOf(CORP);
    assert.equal(asked, 4);
  });
});
