import { ApiError } from '../http/api-error.ts';
import { ExportRunning } from './errors.ts';

interface Streamed {
  readonly stream: AsyncIterable<string>;
}

/** Limits each actor to one export at a time. http/stream-text.ts slows exports down but does not limit them. */
export interface Exports {
  /** Throws ExportRunning while the actor has another export. */
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
      const token = {};
      running.set(actor, token);
      const done = () => {
        if (running.get(actor) === token) running.delete(actor);
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

/** Ends the export before the client can have all of it, so that the client can start the next one at once. */
async function* withEnd(texts: AsyncIterable<string>, done: () => void): AsyncGenerator<string> {
  yield* texts;
  done();
}
