import { fill } from '../texts/fill.ts';
import { call, type Reply } from './api.ts';
import { type NoticeText, notice, refusalNotice } from './components/notice.tsx';
import { navigate } from './page.ts';
import { storageOf } from './storage.ts';

/** A provider login begun by this tab. No other tab or browser can finish it. */
export interface BegunIdentity {
  /** Part of the addresses that lead to the provider and back. */
  readonly state: string;
  readonly provider: string;
  /** The name that people see. */
  readonly name: string;
  readonly flow: string;
  /** The page that continues it. */
  readonly from: string;
  /** Undefined for a login. */
  readonly purpose?: 'link' | 'confirm';
  /** Whether to remember a login. */
  readonly keep?: boolean;
  /** The callback address with the provider's answer. */
  readonly address?: string;
}

const BEGUN = 'latchkey.begun-identities';
const RETURNED = 'latchkey.returned-identity';
/** The maximum number of pending logins: after the Back button, people may continue any of them at the provider. */
const MAX_BEGUN = 5;
const LAST_USED = 'latchkey.provider';

type Wanted = Omit<BegunIdentity, 'state' | 'flow' | 'from' | 'address'> & Partial<Pick<BegunIdentity, 'from'>>;

const beginLogin = (body: object): Promise<Reply> => call('POST', '/api/identity/begin', { body });

/** Opens the provider; returns a refusal. */
export async function beginIdentity(begun: Wanted, begin = beginLogin): Promise<Reply | undefined> {
  const reply = await begin({ provider: begun.provider });
  if (!reply.ok) return reply;
  const { url, flow } = reply.data as { readonly url: string; readonly flow: string };
  const state = stateIn(new URL(url).search) ?? '';
  keepBegun({ from: location.pathname + location.search + location.hash, ...begun, flow, state });
  // The page stays in the history, so the Back button returns from the provider.
  location.assign(url);
  return undefined;
}

interface Offer {
  /** The page that continues. */
  readonly from: string;
  readonly keeps: () => boolean;
  readonly showNotice: (noticeText: NoticeText) => void;
}

/** Makes the buttons of the providers work. */
export function offerProviders({ from, keeps, showNotice }: Offer): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('#providers [data-provider]');
  const lastUsed = storageOf('localStorage')?.getItem(LAST_USED);
  for (const button of buttons) {
    const { provider = '', name = '' } = button.dataset;
    const note = button.nextElementSibling;
    if (provider === lastUsed && note instanceof HTMLElement) note.hidden = false;
    button.disabled = false;
    button.addEventListener('click', async () => {
      button.disabled = true;
      const refused = await beginIdentity({ provider, name, keep: keeps(), from });
      if (refused) showNotice(refusalNotice(refused));
      button.disabled = false;
    });
  }
  // The Back button may show the page with its buttons disabled.
  addEventListener('pageshow', () => {
    for (const button of buttons) button.disabled = false;
  });
}

const tab = () => storageOf('sessionStorage');
const stateIn = (query: string): string | null => new URLSearchParams(query).get('state');
/** The newest first. */
const allBegun = (): readonly BegunIdentity[] => JSON.parse(tab()?.getItem(BEGUN) ?? '[]') as BegunIdentity[];

const keepBegun = (begun: BegunIdentity): void =>
  tab()?.setItem(BEGUN, JSON.stringify([begun, ...allBegun()].slice(0, MAX_BEGUN)));

/** Call when a session has begun: logins begun in an earlier session are void. */
export const forgetBegun = (): void => tab()?.removeItem(BEGUN);

/** The login to which this callback address belongs; a faulty provider may leave out the state. */
export function begunFor(query: string): BegunIdentity | undefined {
  const state = stateIn(query);
  return allBegun().find((begun) => state === null || begun.state === state);
}

/** Returns to the page that began it. */
export function returnTo(begun: BegunIdentity, address: string): void {
  tab()?.setItem(RETURNED, JSON.stringify({ ...begun, address }));
  navigate(begun.from);
}

/** The provider's answer for this page, if any. */
export async function finishBegun(
  purpose?: BegunIdentity['purpose'],
): Promise<{ readonly begun: BegunIdentity; readonly reply: Reply } | undefined> {
  const returned = tab()?.getItem(RETURNED);
  if (!returned) return undefined;
  const begun = JSON.parse(returned) as BegunIdentity;
  // Another page began it, and the login is on its way there.
  if (begun.purpose !== purpose) return undefined;
  tab()?.removeItem(RETURNED);
  const { flow, address } = begun;
  return { begun, reply: await call('POST', '/api/identity/finish', { body: { flow, address } }) };
}

/** Texts by the reason of the refusal. */
interface Unfinished {
  readonly cancelled: string;
  readonly old_login?: string;
}

/** The message for a user whom the provider has not confirmed. */
export function unfinishedNotice({ name }: BegunIdentity, reply: Reply, words: Unfinished): NoticeText {
  const text = words[reply.header('x-error-reason') as keyof Unfinished];
  return text === undefined ? refusalNotice(reply) : notice(fill(text, { provider: name }), 'neutral');
}

/** Whether a provider's answer waits for its page. */
export const hasReturned = (): boolean => (tab()?.getItem(RETURNED) ?? null) !== null;

export const rememberUsed = (provider: string): void => storageOf('localStorage')?.setItem(LAST_USED, provider);
