import { claimsOf } from '../../../client/src/claims.ts';
import { LOOKS_LIKE_AN_ADDRESS, serverNowMs } from './page.ts';

type Judgement = 'usable' | 'expired' | 'broken';

/** Reads the mailed link and at once removes it from the address bar: from here on the token is in memory only. */
export function takeMailedLink(): { token: string; email: string } {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  const email = query.get('email')?.trim() ?? '';
  return { token: query.get('token')?.trim() ?? '', email: LOOKS_LIKE_AN_ADDRESS.test(email) ? email : '' };
}

/** What can be told without asking the service, so that opening a link needs no request at all. */
export function judge(token: string, purpose: string): Judgement {
  const claims = claimsOf(token);
  if (claims?.purpose !== purpose || claims.exp === undefined) return 'broken';
  return claims.exp * 1000 <= serverNowMs() ? 'expired' : 'usable';
}
