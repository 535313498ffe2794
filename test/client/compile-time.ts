import type { Client } from '../../client/src/index.ts';

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
}

export async function rightCalls(client: Client): Promise<readonly unknown[]> {
  const email: string = (await client.call('GET /api/me')).data.email;
  const { items } = (await client.call('GET /api/admin/users', { query: { role: 'ADMIN', limit: 10 } })).data;
  const stream: Response = (await client.call('GET /api/admin/audit/live')).data;
  await client.call('POST /api/admin/clients/{id}/secret', { path: { id: 'shop' } });
  return [email, items[0]?.id, stream.body];
}
