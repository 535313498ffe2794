import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { loggedInAdmin } from '../support/admin.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { Browser, OPENID } from '../support/openid.ts';
import { addedClient } from '../support/openid-clients.ts';
import { startService } from '../support/service.ts';

const WEB = [
  'https://app.example.com/callback',
  'https://app.example.com/callback?tenant=a%2Fb&x=..',
  'https://app.example.com',
  'https://app.example.com:8443/cb',
  'https://203.0.113.5/cb',
  'https://other.example.net/@me',
  'http://localhost:3000/cb',
  'http://127.0.0.1:8080/cb',
  'http://[::1]/cb',
];
const NATIVE = [
  'https://app.example.com/cb',
  'http://localhost/cb',
  'http://127.0.0.1/cb',
  'http://[::1]/cb',
  'com.example.app:/callback',
  'com.example.app://callback',
  'com.example.my-app:/cb?x=1',
];

describeOnBothDatabases('whatever client can be added', (kind) => {
  it('can log people in, at each of its addresses', async (t) => {
    const service = await startService(t, kind, OPENID);
    const admin = await loggedInAdmin(service);
    const everything = {
      logo_uri: 'https://app.example.com/logo.png',
      scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
      audience: 'https://api.example.com',
      backchannel_logout_uri: 'https://app.example.com/logout',
    };
    const kinds = [
      { redirect_uris: WEB, post_logout_redirect_uris: WEB },
      { redirect_uris: WEB, pairwise: true, first_party: true, ...everything },
      { redirect_uris: WEB, confidential: false, ...everything },
      { redirect_uris: NATIVE, post_logout_redirect_uris: NATIVE, native: true, confidential: false, ...everything },
    ];
    for (const members of kinds) {
      const { id, redirect_uris } = await addedClient(service, admin, members);
      for (const redirect_uri of redirect_uris) {
        const code_challenge = createHash('sha256').update('x').digest('base64url');
        const asked = { client_id: id, redirect_uri, response_type: 'code', scope: 'openid' };
        const pkce = { code_challenge, code_challenge_method: 'S256' };
        const begun = await new Browser(service).get(`/oidc/auth?${new URLSearchParams({ ...asked, ...pkce })}`);
        assert.equal(begun.status, 303, `${redirect_uri}: ${await begun.text()}`);
        assert.match(begun.headers.get('location') ?? '', /\/login\?interaction=/, redirect_uri);
      }
    }
  });
});
