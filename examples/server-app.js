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
const latchkey = await openid.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, options);
const signingKeys = createRemoteJWKSet(new URL(latchkey.serverMetadata().jwks_uri));
const verifiers = new Map(); // Of logins on their way to Latchkey and back, by state.
const sessions = new Map(); // By the value of the cookie. A real app has a table for them.
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const redirect = (location, headers = {}) => ({ status: 303, headers: { location, ...headers } });

const routes = {
  'GET /': async (_request, session) => ({
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: session ? `<p>Hello ${escaped(session.who)}</p><a href="/logout">Log out</a>` : '<a href="/login">Log in</a>',
  }),
  'GET /login': async () => {
    const [state, verifier] = [openid.randomState(), openid.randomPKCECodeVerifier()];
    verifiers.set(state, verifier);
    const pkce = { code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
    const asked = { redirect_uri: `${HOME}callback`, scope: 'openid profile email', state, ...pkce };
    return redirect(openid.buildAuthorizationUrl(latchkey, asked).href);
  },
  'GET /callback': async (request) => {
    const back = new URL(request.url, HOME);
    const expectedState = back.searchParams.get('state');
    const pkceCodeVerifier = verifiers.get(expectedState);
    if (!verifiers.delete(expectedState)) return redirect('/login');
    const tokens = await openid.authorizationCodeGrant(latchkey, back, { pkceCodeVerifier, expectedState });
    const { sub, sid } = tokens.claims();
    const { name, email } = await openid.fetchUserInfo(latchkey, tokens.access_token, sub);
    const id = randomUUID();
    sessions.set(id, { id, who: `${name}, ${email}`, sid, id_token: tokens.id_token });
    return redirect('/', { 'set-cookie': `session_${PORT}=${id}; HttpOnly; SameSite=Lax; Path=/` });
  },
  'GET /logout': async (_request, { id, id_token } = {}) => {
    sessions.delete(id);
    const after = { post_logout_redirect_uri: HOME, ...(id_token && { id_token_hint: id_token }) };
    return redirect(openid.buildEndSessionUrl(latchkey, after).href);
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

createServer(async (request, response) => {
  const [, id] = new RegExp(`session_${PORT}=([\\w-]+)`).exec(request.headers.cookie ?? '') ?? [];
  const route = routes[`${request.method} ${request.url.split('?', 1)[0]}`] ?? (async () => ({ status: 404 }));
  const { status = 200, headers, body } = await route(request, sessions.get(id)).catch(() => ({ status: 400 }));
  response.writeHead(status, headers).end(body);
}).listen(PORT, 'localhost', () => console.log(`The server-rendered app is at ${HOME}`));
