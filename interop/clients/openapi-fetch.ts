import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/openapi-typescript.ts';
import { mailedToken, REGISTRATION } from './mailed-token.ts';

type User = components['schemas']['User'];

/** Register, verify, log in, read the profile, log out: with the types of openapi-typescript. */
export async function journey(baseUrl: string): Promise<User> {
  const client = createClient<paths>({ baseUrl });
  const email = 'openapi-fetch@example.com';
  const registered = await client.POST('/api/register', {
    body: { ...REGISTRATION, email, phone_number: '+44 20 7946 0001' },
  });
  if (registered.error) throw new Error(registered.error.message);
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const verified = await client.POST('/api/verify', bearer(await mailedToken(baseUrl, email)));
  if (verified.error) throw new Error(verified.error.message);

  const login = await client.POST('/api/login', { body: { email, password: REGISTRATION.password } });
  if (!login.data) throw new Error(login.error.message);
  const { access_token, refresh_token } = login.data.data;
  const me = await client.GET('/api/me', bearer(access_token));
  if (!me.data) throw new Error(me.error.message);
  const logout = await client.POST('/api/logout', { body: { refresh_token } });
  if (logout.error) throw new Error(logout.error.message);
  return me.data.data;
}

/** Never called: what the compiler must refuse. */
export async function refused(baseUrl: string): Promise<void> {
  const client = createClient<paths>({ baseUrl });
  // @ts-expect-error a login has a body
  await client.POST('/api/login');
  // @ts-expect-error a registration has five members
  await client.POST('/api/register', { body: { email: 'ada@example.com' } });
  // @ts-expect-error there is no such role
  await client.POST('/api/admin/users/{id}/role', { params: { path: { id: '1' } }, body: { role: 'OWNER' } });
}
