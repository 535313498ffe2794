import type { Lifetime } from '../test/support/clean-up.ts';

export interface EndingLifetime extends Lifetime {
  /** Ends everything in reverse order, including things started meanwhile. */
  end(): Promise<void>;
}

export function createLifetime(): EndingLifetime {
  const ends: (() => unknown)[] = [];
  return {
    after: (next) => void ends.push(next),
    async end() {
      for (let next = ends.pop(); next !== undefined; next = ends.pop()) await next();
    },
  };
}
