import { randomUUID } from 'node:crypto';
import type { Client, Provider } from 'oidc-provider';
import type { Deliver } from '../../../deliveries/delivery-worker.ts';
import type { GuardedFetch } from '../../../deliveries/guarded-fetch.ts';
import type { Reads } from '../../../store/engine/database.ts';
import { findOpenIdClient } from '../clients/client-table.ts';
import { sidOf } from '../provider/subject.ts';
import type { OpenId } from '../services.ts';

interface BackchannelLogoutParts {
  readonly db: Reads;
  readonly openId: Pick<OpenId, 'provider' | 'subjectOf'>;
  readonly fetch: GuardedFetch;
}

/** Notifies an app that a login has ended (OpenID Connect Back-Channel Logout). The token is not stored. */
export const createBackchannelLogout =
  ({ db, openId, fetch }: BackchannelLogoutParts): Deliver =>
  async ({ receiver, payload: { account } }, signal) => {
    const address = (await findOpenIdClient(db, receiver))?.backchannelLogoutUri;
    const provider = await openId.provider();
    const client = await provider.Client.find(receiver);
    // The client was removed, or no longer wants logouts.
    if (!address || !client) return;
    const subject = await openId.subjectOf(String(account), client).catch(() => undefined);
    const body = new URLSearchParams({ logout_token: await tokenFor(provider, client, String(account), subject) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { ok, status } = await fetch(address, { method: 'POST', headers, body, signal });
    if (!ok) throw new Error(`the app answered ${status}`);
  };

/** A pairwise subject cannot be computed after the account is deleted; then `sid` alone identifies the login. */
function tokenFor(provider: Provider, client: Client, account: string, subject: string | undefined): Promise<string> {
  const token = new provider.IdToken({}, { client });
  if (subject !== undefined) token.set('sub', subject);
  token.set('sid', sidOf(account, client.clientId));
  token.set('events', { 'http://schemas.openid.net/event/backchannel-logout': {} });
  token.set('jti', randomUUID());
  return token.issue({ use: 'logout' });
}
