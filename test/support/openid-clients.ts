import assert from 'node:assert/strict';
import type { clientRepresentation } from '../../src/accounts/openid-client-representation.ts';
import type { Service, Session } from './service.ts';

export type ShownClient = ReturnType<typeof clientRepresentation>;

export const newClient = () => ({ name: 'Shop', redirect_uris: ['https://shop.example.com/callback'] });

/** A client that was added through the administration, with its secret. */
export async function addedClient(
  service: Service,
  { accessToken: token }: Pick<Session, 'accessToken'>,
  members: object = {},
): Promise<ShownClient & { readonly secret: string | null }> {
  const body = { ...newClient(), ...members };
  const answer = await service.request('POST', '/api/admin/clients', { token, body });
  assert.equal(answer.status, 201, answer.text);
  const { client, client_secret: secret } = JSON.parse(answer.text).data;
  return { ...client, secret };
}
