// A single-page app: authorization code with PKCE in the browser, without a secret and without a server of its own.
import * as oauth from 'oauth4webapi';

const { issuer, client_id, api } = await (await fetch('settings.json')).json();
const redirect_uri = `${location.origin}/`;
// Only for trying it on one machine: in production Latchkey has an https address.
const insecure = { [oauth.allowInsecureRequests]: issuer.startsWith('http:') };
const found = await oauth.discoveryRequest(new URL(issuer), insecure);
const latchkey = await oauth.processDiscoveryResponse(new URL(issuer), found);
const client = { client_id };
const byId = (id) => document.getElementById(id);
const kept = (name) => sessionStorage.getItem(name) ?? undefined;

async function logIn() {
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  sessionStorage.setItem('verifier', verifier);
  sessionStorage.setItem('state', state);
  const asked = { client_id, redirect_uri, response_type: 'code', scope: 'openid profile email', state };
  const pkce = { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
  location.assign(`${latchkey.authorization_endpoint}?${new URLSearchParams({ ...asked, ...pkce })}`);
}

async function comeBack() {
  const back = new URL(location.href);
  history.replaceState(null, '', '/');
  const params = oauth.validateAuthResponse(latchkey, client, back, kept('state'));
  const [none, verifier] = [oauth.None(), kept('verifier')];
  const answer = await oauth.authorizationCodeGrantRequest(
    latchkey,
    client,
    none,
    params,
    redirect_uri,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(latchkey, client, answer, { requireIdToken: true });
  sessionStorage.setItem('access_token', tokens.access_token);
  sessionStorage.setItem('id_token', tokens.id_token);
}

/** Undefined for whoever is not logged in, or not any more: Latchkey knows. */
async function whoIsHere() {
  if (!kept('access_token')) return undefined;
  const answer = await oauth.userInfoRequest(latchkey, client, kept('access_token'), insecure);
  return answer.ok ? answer.json() : undefined;
}

function logOut() {
  const after = new URLSearchParams({
    client_id,
    id_token_hint: kept('id_token'),
    post_logout_redirect_uri: redirect_uri,
  });
  sessionStorage.clear();
  location.assign(`${latchkey.end_session_endpoint}?${after}`);
}

byId('login').onclick = logIn;
byId('logout').onclick = logOut;
if (new URLSearchParams(location.search).has('code')) await comeBack();
const who = await whoIsHere();
byId('who').textContent = who ? `Hello ${who.name}, ${who.email}` : 'Nobody is logged in.';
byId(who ? 'logout' : 'login').hidden = false;
const headers = { authorization: `Bearer ${kept('access_token')}` };
if (who && api) byId('orders').textContent = await (await fetch(api, { headers })).text();
