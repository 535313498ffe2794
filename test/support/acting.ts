import assert from 'node:assert/strict';
import type { Service, Session } from './service.ts';

/** The token of an administrator who acts as the user, with ACT_AS_USER=on. */
export async function actingAs(
  { request }: Service,
  { accessToken: token }: Pick<Session, 'accessToken'>,
  { id }: { readonly id: number },
): Promise<string> {
  const body = { reason: 'Ticket 4711: the picture does not show' };
  const answer = await request('POST', `/api/admin/users/${id}/act-as`, { token, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.data.access_token;
}
