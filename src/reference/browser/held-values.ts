import { claimsOf } from '../../../client/src/claims.ts';
import { createStore } from '../../pages/browser/components/store.ts';

/** A token, and where it came from. */
interface HeldToken {
  readonly token: string;
  readonly origin: string;
}

interface HeldValues {
  /** By purpose. */
  readonly tokens: Readonly<Record<string, HeldToken>>;
  /** By the name of a member of a body: what was sent before, or answered. */
  readonly members: Readonly<Record<string, string>>;
}

/** What one call leaves for the next. It is kept in this page alone, and gone when the page is. */
export const held = createStore<HeldValues>({ tokens: {}, members: {} });

/** Filled in again wherever they are asked for. */
const SENT_MEMBERS = ['email', 'password', 'refresh_token'];

export function holdToken(token: string, origin: string): void {
  const { purpose } = claimsOf(token) ?? {};
  const { tokens, members } = held.get();
  if (purpose !== undefined) held.set({ members, tokens: { ...tokens, [purpose]: { token, origin } } });
}

function holdMembers(values: Readonly<Record<string, unknown>>): void {
  const { tokens, members } = held.get();
  const kept = Object.entries(values).filter(
    (pair): pair is [string, string] => SENT_MEMBERS.includes(pair[0]) && typeof pair[1] === 'string',
  );
  held.set({ tokens, members: { ...members, ...Object.fromEntries(kept) } });
}

/** After a call that succeeded. */
export function learnFrom(sent: object | undefined, answer: unknown, operation: string): void {
  const { data } = Object(answer) as { readonly data?: unknown };
  const answered = Object(data) as Readonly<Record<string, unknown>>;
  holdMembers({ ...sent, ...answered });
  const { access_token: token } = answered;
  if (typeof token === 'string') holdToken(token, `the answer to ${operation}`);
}
