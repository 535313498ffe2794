import assert from 'node:assert/strict';
import { type IdentityProvider, type Person, SHARED_PROVIDER } from './identity-provider.ts';
import { registration, type Service, type Session } from './service.ts';

let people = 0;
/** Somebody whom no other test knows. */
export const person = (claims: Partial<Person> = {}): Person => {
  people += 1;
  return {
    sub: `person-${people}`,
    email: `person${people}@corp.example`,
    email_verified: true,
    name: 'Grace Hopper',
    ...claims,
  };
};

/** What the page of the callback sends. `token`: of a session that links. */
export async function comeBack(
  { request }: Pick<Service, 'request'>,
  provider: IdentityProvider,
  who: Person,
  id = 'corp',
  token?: string,
) {
  const path = token === undefined ? '/api/identity/begin' : '/api/me/identities/begin';
  const begun = await request('POST', path, { body: { provider: id }, ...(token !== undefined && { token }) });
  assert.equal(begun.status, 200, begun.text);
  const { flow, url } = begun.data;
  return { flow, address: provider.logIn(url, who) };
}

export async function finish(service: Service, provider: IdentityProvider, who: Person, id = 'corp', token?: string) {
  const body = await comeBack(service, provider, who, id, token);
  return service.request('POST', '/api/identity/finish', { body });
}

export async function ticketOf(
  service: Service,
  provider: IdentityProvider,
  who: Person,
  id = 'corp',
  token?: string,
): Promise<string> {
  const { status, data, text } = await finish(service, provider, who, id, token);
  assert.equal(status, 200, text);
  return data.ticket;
}

/** Makes an account with the provider, as the page does with what its form has been given. */
export function register(
  { request }: Pick<Service, 'request'>,
  ticket: string,
  overrides: Record<string, unknown> = {},
) {
  const { password: _, ...fields } = registration(overrides);
  return request('POST', '/api/register/identity', { body: { ticket, ...fields } });
}

/** For services with EVERY_FEATURE. */
export const sharedTicket = (service: Service, who = person(), token?: string): Promise<string> =>
  ticketOf(service, SHARED_PROVIDER, who, 'corp', token);

/** What the page of the callback sends to a service with EVERY_FEATURE. */
export const sharedFlow = (service: Service) => comeBack(service, SHARED_PROVIDER, person());

/** Links a login of the shared provider; returns its id. */
export async function linked(service: Service, { accessToken: token }: Pick<Session, 'accessToken'>): Promise<string> {
  const body = { ticket: await sharedTicket(service, person(), token) };
  const { status, text } = await service.request('POST', '/api/me/identities', { token, body });
  assert.equal(status, 201, text);
  const { data } = await service.request('GET', '/api/me/identities', { token });
  return data.identities[0]?.id ?? '';
}
