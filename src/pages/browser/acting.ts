import { claimsOf } from '../../../client/src/claims.ts';
import { call, type Reply } from './api.ts';
import { serverNowMs } from './page.ts';
import { storageOf } from './storage.ts';

/** Kept in this tab: other tabs may have the session of the administrator or anybody else. */
const tab = storageOf('sessionStorage');
const KEY = 'latchkey.acting';

const untilMsOf = (token: string): number => (claimsOf(token).exp ?? 0) * 1000;

// The console passes the token in the fragment, which never leaves the browser and is removed once read.
const [, handedOver] = /^#acting=([\w.-]+)$/.exec(location.hash) ?? [];
if (handedOver !== undefined) {
  history.replaceState(null, '', location.pathname + location.search);
  if (claimsOf(handedOver).purpose === 'acting') tab?.setItem(KEY, handedOver);
}

/** The token of an administrator acting as a user in this tab. */
export function actingToken(): string | undefined {
  const token = tab?.getItem(KEY) ?? undefined;
  if (token === undefined || untilMsOf(token) > serverNowMs()) return token;
  forgetActing();
  return undefined;
}

export const actingUntilMs = (): number => untilMsOf(actingToken() ?? '');

const forgetActing = (): void => tab?.removeItem(KEY);

/** The user whom the administrator acts as, and whether that may continue. */
export async function readActedUser(token: string): Promise<Reply> {
  const reply = await call('GET', '/api/me', { token });
  if (reply.status === 401) forgetActing();
  return reply;
}

/** The tab forgets the token whatever the answer. */
export async function stopActing(): Promise<void> {
  const token = actingToken();
  forgetActing();
  if (token !== undefined) await call('POST', '/api/act-as/end', { token });
}
