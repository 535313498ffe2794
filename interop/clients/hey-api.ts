import { createClient } from '../generated/hey-api/client/index.ts';
import { getMe, login, logout, register, verify } from '../generated/hey-api/sdk.gen.ts';
import type { User } from '../generated/hey-api/types.gen.ts';
import { mailedToken, REGISTRATION } from './mailed-token.ts';

/** Register, verify, log in, read the profile, log out: with the functions of hey-api. */
export async function journey(baseUrl: string): Promise<User> {
  const client = createClient({ baseUrl });
  const email = 'hey-api@example.com';
  const body = { ...REGISTRATION, email, phone_number: '+44 20 7946 0002' };
  await register({ client, throwOnError: true, body });
  const token = await mailedToken(baseUrl, email);
  await verify({ client, throwOnError: true, auth: token });

  const { data: session } = await login({
    client,
    throwOnError: true,
    body: { email, password: REGISTRATION.password },
  });
  const { access_token, refresh_token } = session.data;
  const { data: me } = await getMe({ client, throwOnError: true, auth: access_token });
  await logout({ client, throwOnError: true, body: { refresh_token } });
  return me.data;
}

/** Never called: what the compiler must refuse. */
export async function refused(): Promise<void> {
  // @ts-expect-error a login has a body
  await login({});
  // @ts-expect-error a registration has five members
  await register({ body: { email: 'ada@example.com' } });
}
