// A server-rendered app. People log in at Latchkey; the app keeps a session of its own, which ends when theirs does.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;
const HOME = `http://localhost:${PORT}/`;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
// Only for trying it on one machine: in production Latchkey and the app have https addresses, and cookies are Secure.
const options = ISSUER.startsWith('http:') ? { execute: [openid.allowInsecureRequests] } : {};
const signingKeys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`));
const sessions = new Map(); // By the value of the cookie. A real app has a table for them, and ends old ones.
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const redirect = (location, cookie = []) => ({ status: 303, headers: { location, 'set-cookie': cookie } });
const html = (body, status = 200) => ({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body });
const LOG_OUT = '<form method="post" action="/logout"><button>Log out</button></form>';

// Asked for when it is needed first, so that the app also starts while Latchkey is down.
let discovered;
const latchkey = async () =>
  (discovered ??= await openid.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, options));

const routes = {
  'GET /': async (_request, { session }) =>
    html(session ? `<p>Hello ${escaped(session.who)}</p>${LOG_OUT}` : '<a href="/login">Log in</a>'),
  'GET /login': async () => {
    const [state, verifier] = [openid.randomState(), openid.randomPKCECodeVerifier()];
    const pkce = { code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
    const asked = { redirect_uri: `${HOME}callback`, scope: 'openid profile email', state, ...pkce };
    // The login belongs to this browser: nobody else can finish it, or have somebody finish theirs.
    const cookie = `login_${PORT}=${state}.${verifier}; HttpOnly; SameSite=Lax; Path=/callback; Max-Age=3600`;
    return redirect(openid.buildAuthorizationUrl(await latchkey(), asked).href, cookie);
  },
  'GET /callback': async (request, { login: [expectedState, pkceCodeVerifier] }) => {
    if (!pkceCodeVerifier) return redirect('/');
    const back = new URL(request.url, HOME);
    const tokens = await openid.authorizationCodeGrant(await latchkey(), back, { pkceCodeVerifier, expectedState });
    const { sub, sid } = tokens.claims();
    const { name, email } = await openid.fetchUserInfo(await latchkey(), tokens.access_token, sub);
    const id = randomUUID();
    sessions.set(id, { id, who: `${name}, ${email}`, sid, id_token: tokens.id_token });
    return redirect('/', `session_${PORT}=${id}; HttpOnly; SameSite=Lax; Path=/`);
  },
  'POST /logout': async (_request, { session: { id, id_token } = {} }) => {
    sessions.delete(id);
    const after = { post_logout_redirect_uri: HOME, ...(id_token && { id_token_hint: id_token }) };
    return redirect(openid.buildEndSessionUrl(await latchkey(), after).href);
  },
  // Latchkey calls it when the session there has ended, whatever ended it.
  'POST /backchannel-logout': async (request) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const expected = { issuer: ISSUER, audience: CLIENT_ID, typ: 'logout+jwt' };
    const { payload } = await jwtVerify(form.get('logout_token') ?? '', signingKeys, expected);
    if (payload.events?.[LOGOUT_EVENT])
      for (const [id, { sid }] of sessions) if (sid === payload.sid) sessions.delete(id);
    return {};
  },
};

const failed = () => html('That did not work. <a href="/">Try again</a> in a moment.', 503);
createServer(async (request, response) => {
  const cookie = (name) => new RegExp(`${name}_${PORT}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
  const route = routes[`${request.method} ${request.url.split('?', 1)[0]}`] ?? (async () => ({ status: 404 }));
  const known = { session: sessions.get(cookie('session')), login: cookie('login').split('.') };
  const { status = 200, headers, body } = await route(request, known).catch(failed);
  response.writeHead(status, headers).end(body);
}).listen(PORT, 'localhost', () => console.log(`The server-rendered app is at ${HOME}`));
