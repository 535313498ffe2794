import { loggedIn, registered, resetToken, type Service, verificationToken } from '../support/service.ts';
import type { Ingredients } from './requests.ts';

/** Tokens of each purpose and a session, all good, so that fuzzed requests reach the last step of every operation. */
export async function prepareIngredients(service: Service): Promise<Ingredients> {
  const session = await loggedIn(service);
  const newcomer = await registered(service);
  const tokens = [
    session.accessToken,
    await verificationToken(service, newcomer.email),
    await resetToken(service, session.email),
  ];
  return {
    tokens,
    values: [session.email, newcomer.email, session.password, session.refreshToken, 'Zürich 1', '+1 23'],
  };
}
