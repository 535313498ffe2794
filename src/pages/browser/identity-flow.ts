import { call, type Reply } from './api.ts';
import { leaveFor } from './page.ts';
import { storageOf } from './storage.ts';

/** A login with a provider that this tab has begun. Another tab, or another browser, cannot finish it. */
export interface BegunIdentity {
  readonly provider: string;
  /** As people read it. */
  readonly name: string;
  readonly flow: string;
  /** The page that goes on with it. */
  readonly from: string;
  readonly keep: boolean;
  /** Where the provider has sent the browser back to. */
  readonly address?: string;
}

const KEY = 'latchkey.identity';
const LAST_USED = 'latchkey.provider';

/** Goes to the provider; what is returned is a refusal. */
export async function beginIdentity(begun: Omit<BegunIdentity, 'flow' | 'from'>): Promise<Reply | undefined> {
  const reply = await call('POST', '/api/identity/begin', { body: { provider: begun.provider } });
  if (!reply.ok) return reply;
  const { url, flow } = reply.data as { readonly url: string; readonly flow: string };
  const from = location.pathname + location.search + location.hash;
  storageOf('sessionStorage')?.setItem(KEY, JSON.stringify({ ...begun, flow, from } satisfies BegunIdentity));
  // The page stays in the history: the Back button leads to it from the provider.
  location.assign(url);
  return undefined;
}

/** What this tab has begun; it is forgotten. */
export function takeBegun(): BegunIdentity | undefined {
  const storage = storageOf('sessionStorage');
  const stored = storage?.getItem(KEY);
  storage?.removeItem(KEY);
  return stored ? (JSON.parse(stored) as BegunIdentity) : undefined;
}

/** Back to the page that has begun. */
export function returnTo(begun: BegunIdentity, address: string): void {
  storageOf('sessionStorage')?.setItem(KEY, JSON.stringify({ ...begun, address } satisfies BegunIdentity));
  leaveFor(begun.from);
}

/** What has come back from the provider, if anything has. */
export async function finishBegun(): Promise<{ readonly begun: BegunIdentity; readonly reply: Reply } | undefined> {
  const begun = takeBegun();
  if (begun?.address === undefined) return undefined;
  const { flow, address } = begun;
  return { begun, reply: await call('POST', '/api/identity/finish', { body: { flow, address } }) };
}

export const lastUsed = (): string | null => storageOf('localStorage')?.getItem(LAST_USED) ?? null;
export const rememberUsed = (provider: string): void => storageOf('localStorage')?.setItem(LAST_USED, provider);
