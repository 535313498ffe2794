import { Refusal } from '../../core/refusal.ts';
import { CannotOpen, type DataKeys } from '../../keys/data-keys.ts';
import type { IdentityReason } from './errors.ts';
import type { Bound, Ticket } from './services.ts';

/**
 * The state that the page keeps while its browser is at the provider. Sealed: the page can neither read nor forge it.
 */
export interface Flow {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE. */
  readonly verifier: string;
  /** Undefined for a login. */
  readonly bound?: Bound | undefined;
  readonly untilMs: number;
}

/** The purpose of a ticket. */
export const forLogin = ({ bound }: Ticket): boolean => bound === undefined;
export const boundTo =
  ({ purpose, sessionId }: Bound) =>
  ({ bound }: Ticket): boolean =>
    bound?.purpose === purpose && bound.sessionId === sessionId;

/** Lifetime of flows and tickets. */
export const TICKET_MS = 10 * 60_000;
const MAX_SEALED_LENGTH = 8192;

/** The message and its details are for the log; the sender gets a reason at most. */
export const invalidIdentity = (message: string, reason?: IdentityReason): Refusal =>
  new Refusal('invalid_identity', { ...(reason && { reason }) }, message);

/** Seals flows and tickets, so that nothing has to be stored. */
export function createTickets(dataKeys: DataKeys, nowMs: () => number) {
  const place = (column: string) => ({ table: 'identities', column, userId: 0 });
  const seal = (kind: string, content: object): string =>
    dataKeys.seal(place(kind), JSON.stringify({ ...content, untilMs: nowMs() + TICKET_MS }));
  function open<T extends { readonly untilMs: number }>(kind: string, sealed: string): T {
    if (sealed.length > MAX_SEALED_LENGTH) throw invalidIdentity(`the ${kind} is too long`);
    try {
      const content = JSON.parse(dataKeys.open(place(kind), sealed)) as T;
      if (content.untilMs > nowMs()) return content;
    } catch (error) {
      throw error instanceof CannotOpen ? invalidIdentity(`the ${kind} cannot be opened`) : error;
    }
    throw invalidIdentity(`the ${kind} has expired`, 'expired');
  }
  return {
    sealFlow: (flow: Omit<Flow, 'untilMs'>): string => seal('flow', flow),
    openFlow: (sealed: string): Flow => open('flow', sealed),
    sealTicket: (ticket: Omit<Ticket, 'untilMs'>): string => seal('ticket', ticket),
    openTicket: (sealed: string): Ticket => open('ticket', sealed),
  };
}
