import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRefusal, Refusal } from '../../../src/core/refusal.ts';
import {
  brokenRedirectRule,
  type ClientSettings,
  checkClient,
  MAX_ADDRESS_LENGTH,
  MAX_ADDRESSES,
  scopesInOrder,
} from '../../../src/features/openid/clients/client-rules.ts';

const LOOPBACK_OR_HTTPS = 'https, or http on loopback';
const AMBIGUOUS = 'without dot segments and encoded slashes';
const NO_ADDRESS = 'an absolute address in ASCII';
const PORT = 'without a port on loopback: a native app may use any';
const SCHEME = 'https, http on loopback, or a scheme like com.example.app:/';
const long = (length: number) => `https://app.example.com/${'x'.repeat(length - 'https://app.example.com/'.length)}`;

/** What is wrong with an address for an app on the web, and for a native one; empty: nothing. */
const ADDRESSES: readonly (readonly [uri: string, web: string, native: string])[] = [
  ['https://app.example.com/callback', '', ''],
  ['https://app.example.com/callback?tenant=a%2Fb&x=..', '', ''],
  ['https://app.example.com/', '', ''],
  ['https://app.example.com', '', ''],
  ['https://app.example.com:8443/cb', '', ''],
  ['https://203.0.113.5/cb', '', ''],
  ['https://xn--bcher-kva.example/cb', '', ''],
  [long(MAX_ADDRESS_LENGTH), '', ''],
  [
    long(MAX_ADDRESS_LENGTH + 1),
    `at most ${MAX_ADDRESS_LENGTH} characters`,
    `at most ${MAX_ADDRESS_LENGTH} characters`,
  ],

  ['http://localhost:3000/cb', '', PORT],
  ['http://localhost/cb', '', ''],
  ['http://127.0.0.1/cb', '', ''],
  ['http://127.0.0.1:8080/cb', '', PORT],
  ['http://[::1]/cb', '', ''],
  ['https://localhost/cb', '', 'http on loopback'],
  ['http://app.example.com/cb', LOOPBACK_OR_HTTPS, LOOPBACK_OR_HTTPS],
  ['http://127.0.0.2/cb', LOOPBACK_OR_HTTPS, LOOPBACK_OR_HTTPS],
  ['http://0.0.0.0/cb', LOOPBACK_OR_HTTPS, LOOPBACK_OR_HTTPS],
  ['http://localhost.evil.example/cb', LOOPBACK_OR_HTTPS, LOOPBACK_OR_HTTPS],
  ['http://127.1/cb', 'written as http://127.0.0.1/cb', 'written as http://127.0.0.1/cb'],

  ['com.example.app:/callback', LOOPBACK_OR_HTTPS, ''],
  ['com.example.app://callback', LOOPBACK_OR_HTTPS, ''],
  ['com.example.my-app:/cb?x=1', LOOPBACK_OR_HTTPS, ''],
  ['com.example.app:callback', LOOPBACK_OR_HTTPS, SCHEME],
  ['myapp:/callback', LOOPBACK_OR_HTTPS, SCHEME],
  ['myapp.:/callback', LOOPBACK_OR_HTTPS, SCHEME],
  ['COM.example.app:/callback', 'written as com.example.app:/callback', 'written as com.example.app:/callback'],

  ['javascript:alert(1)', LOOPBACK_OR_HTTPS, SCHEME],
  ['JavaScript:alert(1)', 'written as javascript:alert(1)', 'written as javascript:alert(1)'],
  ['javascript://app.example.com/%0aalert(1)', AMBIGUOUS, AMBIGUOUS],
  ['data:text/html,hello', LOOPBACK_OR_HTTPS, SCHEME],
  ['vbscript:x', LOOPBACK_OR_HTTPS, SCHEME],
  ['file:///etc/passwd', LOOPBACK_OR_HTTPS, SCHEME],
  ['blob:https://app.example.com/x', LOOPBACK_OR_HTTPS, SCHEME],
  ['about:blank', LOOPBACK_OR_HTTPS, SCHEME],
  ['ftp://app.example.com/', LOOPBACK_OR_HTTPS, SCHEME],
  ['intent://x.example.com/', LOOPBACK_OR_HTTPS, SCHEME],

  ['https://app.example.com/#', 'without a fragment', 'without a fragment'],
  ['https://app.example.com/#x', 'without a fragment', 'without a fragment'],
  ['https://*.example.com/cb', 'without a wildcard', 'without a wildcard'],
  ['https://app.example.com/*', 'without a wildcard', 'without a wildcard'],
  ['https://user@app.example.com/cb', 'without a user or password', 'without a user or password'],
  ['https://user:secret@app.example.com/', 'without a user or password', 'without a user or password'],
  ['https://@app.example.com/', 'without a user or password', 'without a user or password'],
  ['https://app.example.com/@me', '', ''],

  ['https://app.example.com/a/../b', 'written as https://app.example.com/b', 'written as https://app.example.com/b'],
  [
    'https://app.example.com/a/%2e%2e/b',
    'written as https://app.example.com/b',
    'written as https://app.example.com/b',
  ],
  ['https://app.example.com/a/..;/b', AMBIGUOUS, AMBIGUOUS],
  ['https://app.example.com/a/..;x=1/b', AMBIGUOUS, AMBIGUOUS],
  ['https://app.example.com/a/..%3b/b', AMBIGUOUS, AMBIGUOUS],
  ['https://app.example.com/a/..%2fb', AMBIGUOUS, AMBIGUOUS],
  ['https://app.example.com/a/..%5cb', AMBIGUOUS, AMBIGUOUS],
  ['https://app.example.com/a/%252e%252e/b', AMBIGUOUS, AMBIGUOUS],
  ['https://app.example.com/a%0d%0ab', AMBIGUOUS, AMBIGUOUS],
  ['https://app.example.com/a%00', AMBIGUOUS, AMBIGUOUS],
  ['https://app.example.com/a/..b', '', ''],
  ['com.example.app:/a/../b', 'written as com.example.app:/b', 'written as com.example.app:/b'],

  ['https://APP.example.com/cb', 'written as https://app.example.com/cb', 'written as https://app.example.com/cb'],
  ['HTTPS://app.example.com/cb', 'written as https://app.example.com/cb', 'written as https://app.example.com/cb'],
  ['https://app.example.com:443/', 'written as https://app.example.com/', 'written as https://app.example.com/'],
  ['https:app.example.com/cb', 'written as https://app.example.com/cb', 'written as https://app.example.com/cb'],
  ['https:///app.example.com/cb', 'written as https://app.example.com/cb', 'written as https://app.example.com/cb'],
  ['https://app.example.com?x=1', 'written as https://app.example.com/?x=1', 'written as https://app.example.com/?x=1'],
  ['https://app.example.com\\@evil.example/', NO_ADDRESS, NO_ADDRESS],
  ['https://app.example.com/a b', NO_ADDRESS, NO_ADDRESS],
  ['https://app.example.com/\n', NO_ADDRESS, NO_ADDRESS],
  [' https://app.example.com/', NO_ADDRESS, NO_ADDRESS],
  ['https://bücher.example/cb', NO_ADDRESS, NO_ADDRESS],
  ['https://app.example.com/ü', NO_ADDRESS, NO_ADDRESS],
  ['//app.example.com/cb', NO_ADDRESS, NO_ADDRESS],
  ['/callback', NO_ADDRESS, NO_ADDRESS],
  ['https://', NO_ADDRESS, NO_ADDRESS],
  ['https://app.example.com:99999/', NO_ADDRESS, NO_ADDRESS],
  ['', NO_ADDRESS, NO_ADDRESS],
];

describe('a redirect address', () => {
  for (const [uri, web, native] of ADDRESSES) {
    it(`${JSON.stringify(uri).slice(0, 60)}: ${web || 'allowed'}; native: ${native || 'allowed'}`, () => {
      const rules = [false, true].map((isNative) => brokenRedirectRule(uri, isNative, { production: true }) ?? '');
      assert.deepEqual(rules, [web, native]);
    });
  }
});

describe('a redirect address by http under a name of this machine', () => {
  const isAllowed = (uri: string, native: boolean, production: boolean) =>
    brokenRedirectRule(uri, native, { production }) === undefined;

  for (const host of ['shop.test', 'shop.test:8080', 'a.b.test', 'shop.localhost', 'shop.localhost:4001'])
    it(`${host}: allowed in development, and only there`, () => {
      const uri = `http://${host}/cb`;
      assert.deepEqual(
        [isAllowed(uri, false, false), isAllowed(uri, false, true), isAllowed(uri, true, false)],
        [true, false, false],
      );
    });

  for (const host of [
    'test',
    'shop.test.example.com',
    'shoptest',
    'shop.test.',
    'shop.localhost.evil.example',
    '.test',
  ])
    it(`${host}: refused in development too`, () => assert.ok(!isAllowed(`http://${host}/cb`, false, false)));
});

const CLIENT: ClientSettings = {
  name: 'Shop',
  logoUri: null,
  confidential: true,
  pkce: 'required',
  redirectUris: ['https://shop.example.com/cb'],
  postLogoutRedirectUris: [],
  native: false,
  firstParty: false,
  scopes: ['openid'],
  audience: null,
  pairwise: false,
  backchannelLogoutUri: null,
  clientUri: null,
  initiateLoginUri: null,
};
const POLICY = { production: true, ownAudiences: ['https://id.example.com', 'latchkey', 'urn:example:accounts'] };
const many = (count: number) => Array.from({ length: count }, (_, at) => `https://shop.example.com/${at}`);

/** The field at fault; empty: none. */
const CLIENTS: readonly (readonly [field: string, changes: Partial<ClientSettings>])[] = [
  ['', {}],
  ['name', { name: '' }],
  ['name', { name: '  ' }],
  ['', { name: '\u{1d504}'.repeat(100) }],
  ['name', { name: 'x'.repeat(101) }],
  ['name', { name: 'Sh\u0007op' }],
  ['name', { name: 'Shop\u202egnihsihp' }],
  ['name', { name: 'a\nb' }],
  ['', { logoUri: 'https://shop.example.com/logo.svg' }],
  ['logo_uri', { logoUri: 'http://shop.example.com/logo.svg' }],
  ['logo_uri', { logoUri: 'http://localhost/logo.svg' }],
  ['logo_uri', { logoUri: 'data:image/png;base64,AAAA' }],
  ['logo_uri', { logoUri: '/logo.svg' }],
  ['redirect_uris', { redirectUris: [] }],
  ['', { redirectUris: many(MAX_ADDRESSES), postLogoutRedirectUris: many(MAX_ADDRESSES) }],
  ['redirect_uris', { redirectUris: many(MAX_ADDRESSES + 1) }],
  ['redirect_uris', { redirectUris: [...many(1), ...many(1)] }],
  ['redirect_uris', { redirectUris: [...many(3), 'javascript:alert(1)'] }],
  ['post_logout_redirect_uris', { postLogoutRedirectUris: many(MAX_ADDRESSES + 1) }],
  ['post_logout_redirect_uris', { postLogoutRedirectUris: ['http://shop.example.com/bye'] }],
  ['redirect_uris', { redirectUris: ['com.example.shop:/cb'] }],
  ['', { redirectUris: ['com.example.shop:/cb'], native: true, confidential: false }],
  ['type', { redirectUris: ['com.example.shop:/cb'], native: true }],
  ['', { pkce: 'optional' }],
  ['pkce', { pkce: 'optional', confidential: false }],
  ['pkce', { pkce: 'optional', confidential: false, native: true, redirectUris: ['com.example.shop:/cb'] }],
  ['redirect_uris', { redirectUris: ['http://localhost:3000/'], native: true, confidential: false }],
  ['', { scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'] }],
  ['scopes', { scopes: [] }],
  ['scopes', { scopes: ['profile'] }],
  ['scopes', { scopes: ['openid', 'admin'] }],
  ['', { audience: 'https://api.shop.example.com' }],
  ['', { audience: 'urn:example:shop' }],
  ['audience', { audience: 'shop' }],
  ['audience', { audience: 'javascript:x' }],
  ['audience', { audience: 'https://api.shop.example.com/#x' }],
  ['audience', { audience: 'https://id.example.com' }],
  ['audience', { audience: 'https://id.example.com/' }],
  ['audience', { audience: 'https://id.example.com/api' }],
  ['audience', { audience: 'https://id.example.com/api/' }],
  ['audience', { audience: 'urn:example:accounts' }],
  ['', { audience: 'https://id.example.com/shop' }],
  ['', { backchannelLogoutUri: 'https://shop.example.com/logout' }],
  ['backchannel_logout_uri', { backchannelLogoutUri: 'http://shop.example.com/logout' }],
  ['backchannel_logout_uri', { backchannelLogoutUri: 'http://localhost:3000/logout' }],
  ['', { clientUri: 'https://shop.example.com', initiateLoginUri: 'https://shop.example.com/login?from=id' }],
  ['client_uri', { clientUri: 'http://shop.example.com/' }],
  ['client_uri', { clientUri: 'javascript:alert(1)' }],
  ['initiate_login_uri', { initiateLoginUri: 'javascript:alert(1)' }],
  ['initiate_login_uri', { initiateLoginUri: 'com.example.shop:/login' }],
];

describe('a client', () => {
  for (const [field, changes] of CLIENTS) {
    it(`${field || 'is allowed'}: ${JSON.stringify(changes).slice(0, 80)}`, () => {
      const check = () => checkClient({ ...CLIENT, ...changes }, POLICY);
      if (field === '') return check();
      assert.throws(check, (error) => isRefusal(error, 'invalid_field') && error.details.field === field);
    });
  }

  it('of a developer can be told of logouts on this machine', () => {
    const told = (backchannelLogoutUri: string) =>
      checkClient({ ...CLIENT, backchannelLogoutUri }, { ...POLICY, production: false });
    told('http://localhost:3000/logout');
    assert.throws(() => told('http://shop.example.com/logout'), Refusal);
  });

  it('is told which address is wrong, and how it is to be', () => {
    const redirectUris = ['https://shop.example.com/cb', 'https://SHOP.example.com/cb'];
    assert.throws(() => checkClient({ ...CLIENT, redirectUris }, POLICY), {
      message: 'redirect_uris must be written as https://shop.example.com/cb, not "https://SHOP.example.com/cb"',
    });
  });

  it('has its scopes in one order, each once', () => {
    assert.deepEqual(scopesInOrder(['email', 'x', 'openid', 'email']), ['openid', 'email', 'x']);
  });
});
