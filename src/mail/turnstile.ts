import type { Timers } from '../runtime/timers.ts';

/**
 * Several e-mails are on their way at once, but only one is ever between its last byte and our note that it was sent: so a
 * crash leaves at most one of which nobody knows whether it arrived, and which is sent again. Whoever takes longer than the
 * patience lets the next one pass, since a slow server must not hold up everybody.
 */
export interface Turnstile {
  ticket(): Ticket;
}

export interface Ticket {
  /** Resolves when it is this one's turn. */
  take(): Promise<void>;
  /** Also for one whose turn never came. */
  release(): void;
}

export function createTurnstile(timers: Timers, patienceMs: number): Turnstile {
  let last: Promise<void> = Promise.resolve();
  return {
    ticket() {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      return {
        release,
        take() {
          const myTurn = last;
          last = myTurn.then(() => withinPatience(released));
          return myTurn;
        },
      };
    },
  };

  async function withinPatience(released: Promise<void>): Promise<void> {
    const { promise: tired, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(patienceMs, resolve);
    await Promise.race([released, tired]);
    cancel();
  }
}
