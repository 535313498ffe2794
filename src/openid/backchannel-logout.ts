import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { findOpenIdClient } from '../store/openid-clients.ts';
import { claimLogouts, type PendingLogout, postponeLogout, removeLogout } from '../store/openid-logouts.ts';
import type { Timers } from '../timers.ts';
import type { OpenId } from './openid.ts';

export const LOGOUT_INTERVAL_MS = 2000;
/** Each has its own connection, and those of a dead app wait longer each time: they hold up no other. */
const AT_ONCE = 20;
const TIMEOUT_MS = 5000;
const LEASE_MS = 30_000;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** The last after about five hours: by then the access tokens of the app have long ended. */
const MOST_ATTEMPTS = 14;

export interface LogoutWorkerParts {
  readonly db: Database;
  readonly openId: Pick<OpenId, 'provider'>;
  readonly timers: Timers;
  readonly log: Logger;
}

/**
 * Tells apps that a login of theirs is over (OpenID Connect Back-Channel Logout). What is to be told was written by the transaction that ended it; the token is made
 * when it is sent, and stored nowhere. Returns a function that stops it.
 */
export function startLogoutWorker({ db, openId, timers, log }: LogoutWorkerParts): () => void {
  let isBusy = false;
  const deliver = async (logout: PendingLogout): Promise<void> => {
    try {
      const client = await findOpenIdClient(db, logout.clientId);
      if (client?.backchannelLogoutUri) await send(client.backchannelLogoutUri, await tokenFor(openId, logout));
      await removeLogout(db, logout.id);
    } catch (err) {
      const { clientId, attempts } = logout;
      if (attempts >= MOST_ATTEMPTS) {
        log.warn({ clientId, err }, 'an app could not be told of a logout, and is not told any more');
        return removeLogout(db, logout.id);
      }
      log.info({ clientId, attempts, err }, 'an app could not be told of a logout yet');
      await postponeLogout(db, logout.id, Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS));
    }
  };
  const look = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await Promise.all((await claimLogouts(db, AT_ONCE, LEASE_MS)).map(deliver));
    } catch {
      // The loss of the database is told elsewhere; what was claimed is due again later.
    } finally {
      isBusy = false;
    }
  };
  return timers.every(LOGOUT_INTERVAL_MS, () => void look());
}

async function tokenFor(openId: Pick<OpenId, 'provider'>, { clientId, account }: PendingLogout): Promise<string> {
  const provider = await openId.provider();
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('the client is gone');
  const token = Object.assign(new provider.IdToken({ sub: account }, { client }), { mask: { sub: null } });
  token.set('events', { 'http://schemas.openid.net/event/backchannel-logout': {} });
  token.set('jti', randomUUID());
  return token.issue({ use: 'logout' });
}

async function send(address: string, token: string): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ logout_token: token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`it answered ${response.status}`);
}
