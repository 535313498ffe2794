import { type Reply, refusal } from './ask.ts';
import type { Proof, Session } from './session-types.ts';

/**
 * An access token for operations that check the session themselves. It is renewed only if there is no valid one, or the
 * service has refused this one. With `userId`, only a token of that user.
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

/** The session keeps the time of its login; only the new access token is of a recent login. */
export async function reauthenticate(session: Session, proof: Proof): Promise<Reply> {
  const renewed = await session.renew();
  if (renewed.state === 'unavailable') return renewed.reply;
  if (renewed.state === 'none') return refusal('session_ended');
  const reply = await session.ask('POST', '/api/reauthenticate', { token: session.held()?.token, body: proof });
  if (reply.ok) session.setRecent((reply.data as { access_token: string }).access_token);
  return reply;
}

/** Takes effect immediately, even if the service cannot be told: the token is forgotten, and expires. */
export function logOut({ ask, tokens, end }: Session): Promise<unknown> {
  const told: Promise<Reply>[] = [];
  for (let refreshToken = tokens.remembered(); refreshToken !== null; refreshToken = tokens.remembered()) {
    told.push(ask('POST', '/api/logout', { body: { refresh_token: refreshToken }, outlivesPage: true }));
    end('loggedOut');
  }
  return Promise.all(told);
}
