import { claimsOf } from '../../../client/src/claims.ts';
import { call, type Reply } from './api.ts';
import { LOOKS_LIKE_AN_ADDRESS, rememberSession, serverNowMs } from './page.ts';
import { arrive, earlierStep, keepStep, showStep } from './page-state.ts';

type Judgement = 'usable' | 'expired' | 'broken';

/**
 * Reads the mailed link and removes it from the address bar. From then on, the token is only in memory, and in the
 * fragment of the links to other languages.
 */
export function takeMailedLink(): { token: string; email: string } {
  const note = new URLSearchParams(location.hash.slice(1));
  const link = note.has('token') ? note : new URLSearchParams(location.search);
  const [token, given] = ['token', 'email'].map((name) => link.get(name)?.trim() ?? '') as [string, string];
  const email = LOOKS_LIKE_AN_ADDRESS.test(given) ? given : '';
  // Opened again, after a reload has lost it.
  if (email !== '' && earlierStep()?.values.email === email) note.set('continues', '1');
  arrive(note, () => ({ ...(token !== '' && { token }), ...(email !== '' && { email }) }));
  history.replaceState(null, '', location.pathname);
  return { token, email };
}

/** Judges a link in the browser, so that most broken ones need no request. */
export function judge(token: string, purpose: string): Judgement {
  const claims = claimsOf(token);
  if (claims?.purpose !== purpose || claims.exp === undefined) return 'broken';
  return claims.exp * 1000 <= serverNowMs() ? 'expired' : 'usable';
}

interface Opened {
  readonly token: string;
  readonly email: string;
  readonly purpose: string;
  /** The operation that reads what the link is for. It changes nothing: scanners follow links too. */
  readonly details: string;
  /** The panel that asks. */
  readonly ask: string;
  /** Shows why the link does not work. */
  readonly refused: (reply: Reply) => boolean;
  /** Shows another panel, such as `expired`, `broken`, or `gone` after a reload, and keeps it. */
  readonly show: (id: string) => void;
}

/**
 * Checks the link before anything is requested. Resolves to the service's answer, even if that is an outage; undefined
 * if the page shows something else: why the link does not work, or the step that was reached before a reload.
 */
export async function openMailedLink(link: Opened): Promise<Reply | undefined> {
  const { token, email, purpose, details, ask, refused, show } = link;
  const earlier = token === '' ? earlierStep() : undefined;
  const judgement = judge(token, purpose);
  if (earlier || judgement !== 'usable') {
    show(earlier?.id === ask ? 'gone' : (earlier?.id ?? judgement));
    return undefined;
  }
  const reply = await call('GET', details, { token });
  if (!reply.ok && refused(reply)) return undefined;
  keepStep(ask, { email });
  rememberSession('none');
  return reply;
}

export function isDeadLink(code: string): boolean {
  return ['invalid_token', 'wrong_token_purpose', 'user_not_found'].includes(code);
}

/** Explains why a link does not work. It may have expired while the page was open. */
export function showDeadLink(token: string, purpose: string): void {
  const judgement = judge(token, purpose);
  showStep(judgement === 'usable' ? 'used' : judgement);
}
