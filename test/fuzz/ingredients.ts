import { SCOPE_NAMES } from '../../src/administration/scopes.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, REDIRECT_URI, tokensFor } from '../support/openid.ts';
import { loggedIn, registered, resetToken, type Service, type Session, verificationToken } from '../support/service.ts';
import type { OpenIdIngredients } from './openid-requests.ts';
import type { Ingredients } from './requests.ts';

/**
 * Tokens of each purpose, a session, an administrator and an API key, all good, so that fuzzed requests reach the last
 * step of every operation.
 */
export async function prepareIngredients(service: Service): Promise<Ingredients> {
  const session = await loggedIn(service);
  const newcomer = await registered(service);
  const admin = await loggedInAdmin(service);
  const others = [await registered(service), await loggedIn(service), await loggedIn(service)];
  const tokens = [
    session.accessToken,
    // Twice: most operations are theirs.
    ...[admin.accessToken, admin.accessToken],
    await apiKeyOf(service, admin, { scopes: SCOPE_NAMES }),
    await verificationToken(service, newcomer.email),
    await resetToken(service, session.email),
  ];
  return {
    tokens,
    values: [session.email, newcomer.email, session.password, session.refreshToken, 'Zürich 1', '+1 23'],
    ids: others.map(({ id }) => id),
    openId: await prepareOpenId(service, session),
  };
}

/** An app with a secret and one without, tokens, a code that nobody has exchanged, and logins on their way. */
async function prepareOpenId(service: Service, session: Session): Promise<OpenIdIngredients> {
  const app = await addOpenIdApp(service, { confidential: true });
  const stranger = await addOpenIdApp(service, { firstParty: false });
  const configuration = await discover(service, app);
  const [browser, other] = [new Browser(service), new Browser(service)];
  const interactions = [await other.begin(app)];
  const tokens = await tokensFor(configuration, browser, session);
  const { url, checks } = await authorizationRequest(configuration);
  const code = String((await browser.authorize(url, session)).searchParams.get('code'));
  interactions.push(await browser.begin(stranger));
  const { access_token, refresh_token, id_token } = tokens;
  const ofTokens = [access_token, String(refresh_token), String(id_token)];
  return {
    parameters: {
      client_id: [app.id, stranger.id],
      client_secret: [String(app.secret)],
      redirect_uri: [REDIRECT_URI],
      post_logout_redirect_uri: ['https://shop.example.com/bye'],
      code: [code],
      code_verifier: [String(checks.pkceCodeVerifier)],
      refresh_token: [String(refresh_token)],
      token: ofTokens,
      access_token: [access_token],
      id_token_hint: [String(id_token)],
      state: ['x'],
    },
    interactions,
    cookies: [browser, other].map((one) => `${one.cookiesFor('/oidc/auth')}; ${one.cookiesFor('/api/')}`),
    credentials: [
      `Basic ${btoa(`${app.id}:${app.secret}`)}`,
      `Basic ${btoa(`${stranger.id}:x`)}`,
      ...ofTokens.map((token) => `Bearer ${token}`),
      `Bearer ${session.accessToken}`,
      'Basic %',
    ],
    addresses: ['?', '#'].map((mark) => REDIRECT_URI + mark).concat('https://shop.example.com/bye'),
  };
}
