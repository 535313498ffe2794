import { claimsOf } from '../../../client/src/claims.ts';
import { LOOKS_LIKE_AN_ADDRESS, serverNowMs, showPanel } from './page.ts';

type Judgement = 'usable' | 'expired' | 'broken';

/** Reads the mailed link and removes it from the address bar. From then on, the token is only in memory. */
export function takeMailedLink(): { token: string; email: string } {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  const email = query.get('email')?.trim() ?? '';
  return { token: query.get('token')?.trim() ?? '', email: LOOKS_LIKE_AN_ADDRESS.test(email) ? email : '' };
}

/** Judges a link in the browser, so that opening it needs no request. */
export function judge(token: string, purpose: string): Judgement {
  const claims = claimsOf(token);
  if (claims?.purpose !== purpose || claims.exp === undefined) return 'broken';
  return claims.exp * 1000 <= serverNowMs() ? 'expired' : 'usable';
}

export function isDeadLink(code: string): boolean {
  return ['invalid_token', 'wrong_token_purpose', 'user_not_found'].includes(code);
}

/** Explains why a link does not work. It may have expired while the page was open. */
export function showDeadLink(token: string, purpose: string): void {
  const judgement = judge(token, purpose);
  showPanel(judgement === 'usable' ? 'used' : judgement);
}
