// A single-page app: authorization code with PKCE in the browser, without a secret and without a server of its own.
import * as openid from 'openid-client';

const { issuer, client_id, api } = await (await fetch('settings.json')).json();
const redirect_uri = `${location.origin}/`;
// Only for trying it on one machine: in production Latchkey has an https address.
const options = issuer.startsWith('http:') ? { execute: [openid.allowInsecureRequests] } : {};
const byId = (id) => document.getElementById(id);
const kept = (name) => JSON.parse(sessionStorage.getItem(name));
const keep = (name, value) => sessionStorage.setItem(name, JSON.stringify(value));

async function logIn(latchkey) {
  const [pkceCodeVerifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
  keep('login', { pkceCodeVerifier, expectedState: state });
  const code_challenge = await openid.calculatePKCECodeChallenge(pkceCodeVerifier);
  const asked = { redirect_uri, scope: 'openid profile email offline_access', state, code_challenge };
  location.assign(openid.buildAuthorizationUrl(latchkey, { ...asked, code_challenge_method: 'S256' }));
}

function logOut(latchkey) {
  const { id_token } = kept('tokens');
  sessionStorage.clear();
  location.assign(
    openid.buildEndSessionUrl(latchkey, { id_token_hint: id_token, post_logout_redirect_uri: redirect_uri }),
  );
}

/** With the access token, or with a new one where it has expired. Throws where nobody is logged in any more. */
async function ask(latchkey, url) {
  const send = () => fetch(url, { headers: { authorization: `Bearer ${kept('tokens').access_token}` } });
  const answer = await send();
  if (answer.status !== 401) return answer.json();
  const refreshed = await openid.refreshTokenGrant(latchkey, kept('tokens').refresh_token);
  keep('tokens', { ...kept('tokens'), ...refreshed });
  return (await send()).json();
}

async function show() {
  const url = new URL(location.href);
  history.replaceState(null, '', '/');
  const latchkey = await openid.discovery(new URL(issuer), client_id, undefined, openid.None(), options);
  byId('login').onclick = () => logIn(latchkey);
  byId('logout').onclick = () => logOut(latchkey);
  // An answer to a login that this tab did not begin is refused.
  const login = kept('login') ?? { expectedState: openid.randomState() };
  if (url.searchParams.has('state')) keep('tokens', await openid.authorizationCodeGrant(latchkey, url, login));
  const who = kept('tokens') && (await ask(latchkey, latchkey.serverMetadata().userinfo_endpoint));
  byId('who').textContent = who ? `Hello ${who.name}, ${who.email}` : 'Nobody is logged in.';
  byId(who ? 'logout' : 'login').hidden = false;
  if (who) byId('orders').textContent = JSON.stringify(await ask(latchkey, api));
}

show().catch(({ code }) => {
  // Refused, by Latchkey or here. Anything else leaves the tokens where they are: a reload goes on when Latchkey does.
  const isRefused = /^OAUTH_(RESPONSE_BODY|AUTHORIZATION_RESPONSE|INVALID_RESPONSE)/.test(code);
  if (isRefused) sessionStorage.clear();
  byId('who').textContent = isRefused ? 'Nobody is logged in.' : 'Not available. Please reload in a moment.';
  byId('login').hidden = !isRefused;
});
