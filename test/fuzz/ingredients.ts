import { SCOPE_NAMES } from '../../src/accounts/api-keys.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { loggedIn, registered, resetToken, type Service, verificationToken } from '../support/service.ts';
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
  };
}
