import type { Lifetime } from '../test/support/clean-up.ts';

export interface EndingLifetime extends Lifetime {
  /** Last come, first gone. What is started meanwhile goes, too. */
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
