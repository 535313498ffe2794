import { type Reply, refusal } from './ask.ts';
import type { Proof, Session } from './session-types.ts';

/**
 * An access token for operations that look themselves whether the session stands: a new one is asked for only where
 * there is none that is good, or where the service has refused this one. Of this user, if one is given.
 */
export async function accessTokenOf(session: Session, refused?: string, userId?: number): Promise<string | Reply> {
  const token = session.goodToken();
  if (token !== undefined && token !== refused) return token;
  if (refused !== undefined) session.setRecent(undefined);
  const renewed = await session.renew();
  if (renewed.state === 'unavailable') return renewed.reply;
  const isOther = renewed.state === 'active' && userId !== undefined && renewed.user.id !== userId;
  return (!isOther && session.held()?.token) || refusal('session_ended');
}

/** Proves once more who this is. The session keeps the time of its login; only the access token of the answer is newer. */
export async function reauthenticate(session: Session, proof: Proof): Promise<Reply> {
  const renewed = await session.renew();
  if (renewed.state === 'unavailable') return renewed.reply;
  if (renewed.state === 'none') return refusal('session_ended');
  const reply = await session.ask('POST', '/api/reauthenticate', { token: session.held()?.token, body: proof });
  if (reply.ok) session.setRecent((reply.data as { access_token: string }).access_token);
  return reply;
}

/** At once, whatever the service does: it is told. Nobody holds the token any more, and it dies of age. */
export function logOut({ ask, tokens, end }: Session): Promise<unknown> {
  const told: Promise<Reply>[] = [];
  for (let refreshToken = tokens.remembered(); refreshToken !== null; refreshToken = tokens.remembered()) {
    told.push(ask('POST', '/api/logout', { body: { refresh_token: refreshToken }, outlivesPage: true }));
    end('loggedOut');
  }
  return Promise.all(told);
}
