import assert from 'node:assert/strict';
import type { clientRepresentation } from '../../src/features/openid/clients/client-representation.ts';
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
  const { client, client_secret: secret } = answer.data;
  return { ...client, secret };
}

/** Whether the provider takes a secret for one of the client's: introspection wants one, whatever it is asked about. */
export async function secretWorks({ url }: Pick<Service, 'url'>, id: string, secret: string | null): Promise<boolean> {
  const response = await fetch(`${url}/oidc/token/introspection`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret ?? ''}`)}` },
    body: new URLSearchParams({ token: 'none' }),
  });
  const { status } = response;
  assert.ok([200, 401].includes(status), `${status}`);
  return status === 200;
}
