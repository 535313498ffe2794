import { claimsOf } from '../../../client/src/claims.ts';
import { createStore } from '../../pages/browser/components/store.ts';

interface HeldToken {
  readonly token: string;
  readonly origin: string;
}

interface HeldValues {
  /** Tokens by purpose. */
  readonly tokens: Readonly<Record<string, HeldToken>>;
  /** Members of earlier bodies and answers, by name. */
  readonly members: Readonly<Record<string, string>>;
}

/** Values that one call leaves for the next, kept only in memory. */
export const held = createStore<HeldValues>({ tokens: {}, members: {} });

const REUSED_MEMBERS = ['email', 'password', 'refresh_token'];

export function holdToken(token: string, origin: string): void {
  const { purpose } = claimsOf(token) ?? {};
  const { tokens, members } = held.get();
  if (purpose !== undefined) held.set({ members, tokens: { ...tokens, [purpose]: { token, origin } } });
}

function holdMembers(values: Readonly<Record<string, unknown>>): void {
  const { tokens, members } = held.get();
  const kept = Object.entries(values).filter(
    (pair): pair is [string, string] => REUSED_MEMBERS.includes(pair[0]) && typeof pair[1] === 'string',
  );
  held.set({ tokens, members: { ...members, ...Object.fromEntries(kept) } });
}

/** Call after a success. */
export function learnFrom(sent: object | undefined, answer: unknown, operation: string): void {
  const { data } = Object(answer) as { readonly data?: unknown };
  const answered = Object(data) as Readonly<Record<string, unknown>>;
  holdMembers({ ...sent, ...answered });
  const { access_token: token } = answered;
  if (typeof token === 'string') holdToken(token, `the answer to ${operation}`);
}
