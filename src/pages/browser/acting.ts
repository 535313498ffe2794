import { claimsOf } from '../../../client/src/claims.ts';
import { fill } from '../texts/fill.ts';
import { call, type Reply } from './api.ts';
import { continueTo, messages, reload, serverNowMs } from './page.ts';
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

const actingUntilMs = (): number => untilMsOf(actingToken() ?? '');

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

let name: HTMLElement | undefined;

/** Shows on every page of the tab whom an administrator acts as, and until when. */
export function showActingBanner(fullName: string): void {
  if (!name) name = createBanner();
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(actingUntilMs());
  name.textContent = fill(messages.actingAs, { name: fullName, time });
}

function createBanner(): HTMLElement {
  const text = document.createElement('span');
  text.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = messages.stopActing;
  button.addEventListener('click', () => void stop());
  const banner = document.createElement('aside');
  banner.className = 'acting-banner row';
  banner.append(text, button);
  document.body.prepend(banner);
  setTimeout(reload, Math.max(0, actingUntilMs() - serverNowMs()));
  return text;
}

async function stop(): Promise<void> {
  await stopActing();
  // Closes only tabs that the console opened; browsers refuse others.
  window.close();
  continueTo('/');
}
