import { fill } from '../texts/fill.ts';
import { call, type Reply } from './api.ts';
import type { Values } from './components/form.tsx';
import { type Said, say, sayRefusal } from './components/notice.tsx';
import { leaveFor } from './page.ts';
import { storageOf } from './storage.ts';

/** A provider login begun by this tab. No other tab or browser can finish it. */
export interface BegunIdentity {
  readonly provider: string;
  /** The name that people see. */
  readonly name: string;
  readonly flow: string;
  /** The page that continues it. */
  readonly from: string;
  /** Undefined for a login. */
  readonly purpose?: 'link' | 'confirm';
  /** For a login: whether to remember it. */
  readonly keep?: boolean;
  /** What was typed into the form of a new account before the ticket expired. */
  readonly typed?: Values;
  /** The callback address with the provider's answer. */
  readonly address?: string;
}

const KEY = 'latchkey.identity';
const LAST_USED = 'latchkey.provider';

type Wanted = Omit<BegunIdentity, 'flow' | 'from' | 'address'> & Partial<Pick<BegunIdentity, 'from'>>;

const beginLogin = (body: object): Promise<Reply> => call('POST', '/api/identity/begin', { body });

/** Goes to the provider; returns a refusal. */
export async function beginIdentity(begun: Wanted, begin = beginLogin): Promise<Reply | undefined> {
  const reply = await begin({ provider: begun.provider });
  if (!reply.ok) return reply;
  const { url, flow } = reply.data as { readonly url: string; readonly flow: string };
  keepBegun({ from: location.pathname + location.search + location.hash, ...begun, flow });
  // The page stays in the history, so the Back button returns from the provider.
  location.assign(url);
  return undefined;
}

function keepBegun(begun: BegunIdentity): undefined {
  storageOf('sessionStorage')?.setItem(KEY, JSON.stringify(begun));
}

/** Returns the begun login and forgets it. */
export function takeBegun(): BegunIdentity | undefined {
  const storage = storageOf('sessionStorage');
  const stored = storage?.getItem(KEY);
  storage?.removeItem(KEY);
  return stored ? (JSON.parse(stored) as BegunIdentity) : undefined;
}

/** Returns to the page that began it. */
export function returnTo(begun: BegunIdentity, address: string): void {
  keepBegun({ ...begun, address });
  leaveFor(begun.from);
}

/** The provider's answer for this page, if any. */
export async function finishBegun(
  purpose?: BegunIdentity['purpose'],
): Promise<{ readonly begun: BegunIdentity; readonly reply: Reply } | undefined> {
  const begun = takeBegun();
  if (begun?.address === undefined) return undefined;
  const { flow, address } = begun;
  // Another page began it, and the login is on its way there.
  if (begun.purpose !== purpose) return keepBegun(begun);
  return { begun, reply: await call('POST', '/api/identity/finish', { body: { flow, address } }) };
}

/** Texts by the reason of the refusal. */
interface Unfinished {
  readonly cancelled: string;
  readonly old_login?: string;
}

/** The message for a user whom the provider has not confirmed. */
export function sayUnfinished({ name }: BegunIdentity, reply: Reply, words: Unfinished): Said {
  const text = words[reply.header('x-error-reason') as keyof Unfinished];
  return text === undefined ? sayRefusal(reply) : say(fill(text, { provider: name }), 'neutral');
}

export const hasBegun = (): boolean => (storageOf('sessionStorage')?.getItem(KEY) ?? null) !== null;

export const lastUsed = (): string | null => storageOf('localStorage')?.getItem(LAST_USED) ?? null;
export const rememberUsed = (provider: string): void => storageOf('localStorage')?.setItem(LAST_USED, provider);
