import type { AnswerOf, Client, FullUser, LatchkeyError, Route, User } from '../../client/src/index.ts';

// Compiled by `npm run check` and never run: each line that must not compile says so, and fails the check once it does.
export async function wrongCalls(client: Client): Promise<void> {
  // @ts-expect-error: a login without a body
  await client.call('POST /api/login');
  // @ts-expect-error: a body without a password
  await client.call('POST /api/login', { body: { email: 'ada@example.com' } });
  // @ts-expect-error: a member that there is not
  await client.call('POST /api/login', { body: { email: 'ada@example.com', password: 'x', pasword: 'x' } });
  // @ts-expect-error: an operation that there is not
  await client.call('GET /api/login');
  // @ts-expect-error: a path that is not filled in
  await client.call('GET /api/admin/users/{id}');
  // @ts-expect-error: the token of the mailed link
  await client.call('POST /api/verify');
  // @ts-expect-error: a value that a filter does not know
  await client.call('GET /api/admin/users', { query: { role: 'GUEST' } });
  // @ts-expect-error: nothing of the kind is in the answer
  (await client.call('GET /api/me')).data.pasword;
  // @ts-expect-error: an account without a name, whatever PROFILE_FIELDS says
  await client.call('POST /api/register', { body: { email: 'ada@example.com', password: 'Analytical1' } });
}

/** An application keeps one type of user, whichever answer it is from. */
export async function oneUser(client: Client, setUser: (user: User) => void): Promise<void> {
  const credentials = { email: 'ada@example.com', password: 'Analytical1' };
  const registered = await client.call('POST /api/register', { body: { ...credentials, full_name: 'Ada Lovelace' } });
  setUser(registered.data);
  setUser((await client.login(credentials)).data.user);
  const resumed = await client.resume();
  if (resumed) setUser(resumed);
  client.on('looked-again', setUser);
  setUser((await client.call('GET /api/me')).data);
  setUser((await client.call('PUT /api/me', { body: { industry: 'Computing' } })).data);
}

/** Every operation that answers with its sender's account, and those to come. */
type Accounts = { [Name in Route]: AnswerOf<Name>['data'] extends { user: { email: string } } ? Name : never }[Route];
export const accounts = (answer: AnswerOf<Accounts>): User => answer.data.user;

export function codes({ code }: LatchkeyError, user: User, full: FullUser): string | undefined {
  // @ts-expect-error: a code that there is not
  if (code === 'invalid_credential') return undefined;
  // @ts-expect-error: the answer to an update does not have it
  const status: string = user.account_status;
  return code === 'unreachable' || code === 'invalid_credentials' ? status : full.account_status;
}

export async function rightCalls(client: Client): Promise<readonly unknown[]> {
  const email: string = (await client.call('GET /api/me')).data.email;
  const { items } = (await client.call('GET /api/admin/users', { query: { role: 'ADMIN', limit: 10 } })).data;
  const stream: Response = (await client.call('GET /api/admin/audit/live')).data;
  await client.call('POST /api/admin/clients/{id}/secret', { path: { id: 'shop' } });
  return [email, items[0]?.id, stream.body];
}
