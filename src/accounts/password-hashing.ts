import { hash, parseOptions, verify } from '@node-rs/argon2';
import { normalizePassword } from './password-rule.ts';
import { StacklessError } from './stackless-error.ts';

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash nobody knows the password of: an unknown e-mail costs the same work as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$QN+rorUI7fF5GY7iCNCZZg$uxetIpHdIilc1K1bjOOpIrlAg3xAXme2TOdCiu3TN0M';

/** Who waits for a hash. */
export interface Asker {
  readonly isGone: boolean;
}

export interface HashingLoad {
  readonly running: number;
  readonly waiting: number;
  /** Since the process started, like the others below. */
  readonly done: number;
  readonly refused: number;
  readonly abandoned: number;
}

export interface Passwords {
  /** Throws when there is no room for another hash: nothing else needs to be done then for whoever asks for one. */
  refuseWhenFull(): void;
  hash(password: string, asker: Asker): Promise<string>;
  /** Without a stored hash the same work is done, and the answer is false. */
  matches(password: string, storedHash: string | undefined, asker: Asker): Promise<boolean>;
  load(): HashingLoad;
}

/** Thrown to nobody: whoever asked has gone before it was their turn, and so nothing was done. */
export class AskerGone extends StacklessError {}

/** Thrown when so many hashes are waiting that a new one could not be answered in reasonable time. */
export class HashingOverloaded extends StacklessError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('password hashing is overloaded');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface HashingLimits {
  /** More at once than cores buys memory use, not throughput. */
  readonly concurrency: number;
  /** Handed to the threads although they are all at work: whichever is done first goes on at once, also while this one writes to the disk. */
  readonly ahead: number;
  readonly maxWaiting: number;
}

export function createPasswords(limits: HashingLimits): Passwords {
  const { refuseWhenFull, inTurn, load } = createQueue(limits);
  return {
    refuseWhenFull,
    load,
    hash: (password, asker) => inTurn(asker, () => hash(normalizePassword(password), PARAMETERS)),
    matches: (password, storedHash, asker) =>
      inTurn(asker, async () => {
        const matched = await verify(storedHash ?? NOBODYS_HASH, normalizePassword(password));
        return matched && storedHash !== undefined;
      }),
  };
}

export function needsRehash(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(storedHash);
  return (
    !storedHash.startsWith('$argon2id$') ||
    memoryCost !== PARAMETERS.memoryCost ||
    timeCost !== PARAMETERS.timeCost ||
    parallelism !== PARAMETERS.parallelism
  );
}

/** In a queue that is full, those who have gone are looked for, but not by everybody who is refused. */
const SWEEP_EVERY_MS = 50;

interface Waiting {
  readonly asker: Asker;
  begin(): void;
  giveUp(reason: AskerGone): void;
}

function createQueue({ concurrency, ahead, maxWaiting }: HashingLimits) {
  const places = concurrency + ahead;
  let waiting: Waiting[] = [];
  let taken = 0;
  let usualMs = 20;
  let sweptMs = Number.NEGATIVE_INFINITY;
  const counts = { done: 0, refused: 0, abandoned: 0 };

  const turn = (asker: Asker) =>
    new Promise<void>((begin, giveUp) => {
      waiting.push({ asker, begin, giveUp });
    });
  /** The place is handed over rather than given back, so that nobody overtakes the queue. */
  const handOver = () => {
    for (;;) {
      const next = waiting.shift();
      if (!next?.asker.isGone) {
        if (next) next.begin();
        else taken -= 1;
        return;
      }
      counts.abandoned += 1;
      next.giveUp(new AskerGone());
    }
  };
  const forgetGone = () => {
    if (performance.now() - sweptMs < SWEEP_EVERY_MS) return;
    sweptMs = performance.now();
    const gone = waiting.filter(({ asker }) => asker.isGone);
    waiting = waiting.filter(({ asker }) => !asker.isGone);
    counts.abandoned += gone.length;
    for (const { giveUp } of gone) giveUp(new AskerGone());
  };

  const refuseWhenFull = () => {
    if (taken < places || waiting.length < maxWaiting) return;
    forgetGone();
    if (waiting.length < maxWaiting) return;
    counts.refused += 1;
    // Those who come back by then find room, if no others take it.
    throw new HashingOverloaded(Math.max(1, Math.ceil((maxWaiting * usualMs) / places / 1000)));
  };
  const inTurn = async <T>(asker: Asker, work: () => Promise<T>): Promise<T> => {
    refuseWhenFull();
    if (taken < places) taken += 1;
    else await turn(asker);
    const beganMs = performance.now();
    try {
      return await work();
    } finally {
      counts.done += 1;
      usualMs += (performance.now() - beganMs - usualMs) / 16;
      handOver();
    }
  };
  return { refuseWhenFull, inTurn, load: () => ({ running: taken, waiting: waiting.length, ...counts }) };
}
