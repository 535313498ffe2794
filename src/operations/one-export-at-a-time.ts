import { ApiError } from '../http/api-error.ts';
import { ExportRunning } from './errors.ts';

/** A file that grows with an account or with the service, made bit by bit. */
interface Streamed {
  readonly stream: AsyncIterable<string>;
}

/** One export at a time for each actor. Together they are slowed down by http/stream-text.ts, not limited. */
export interface Exports {
  /** Throws ExportRunning while the actor is being given another one. */
  begin<Answer extends Streamed>(
    actor: string,
    make: () => Promise<Answer>,
  ): Promise<Answer & { readonly done: () => void }>;
}

export function createExports(): Exports {
  const running = new Map<string, object>();
  return {
    async begin(actor, make) {
      if (running.has(actor)) throw new ApiError(ExportRunning);
      const own = {};
      running.set(actor, own);
      const done = () => {
        if (running.get(actor) === own) running.delete(actor);
      };
      try {
        const answer = await make();
        return { ...answer, stream: withEnd(answer.stream, done), done };
      } catch (error) {
        done();
        throw error;
      }
    },
  };
}

/** The end is told before the client can know that it has all, so that it may ask for the next one at once. */
async function* withEnd(texts: AsyncIterable<string>, done: () => void): AsyncGenerator<string> {
  yield* texts;
  done();
}
