import { randomInt } from 'node:crypto';
import { StacklessError } from '../lib/stackless-error.ts';
import { type Change, type Happening, type Results, type Steps, unrecorded } from './change.ts';
import { Conflict, type Database, type Reads, type Row, type Statement } from './engine/database.ts';
import { type Actor, type RecordedEvent, record, unlocated } from './tables/events.ts';

const CONFLICT = new Conflict('what a change relied on has changed');

/** What everything but the engine and the queues knows of the database: it can be read, and changed as a whole. */
export interface Store extends Reads {
  /** Makes a change as a whole, or throws Conflict. */
  commit<S extends Steps>(actor: Actor, what: Change<S>): Promise<Results<S>>;
}

/** The store that those of requests are made from. */
export interface SharedStore extends Store, Database {
  /** `conditions`: each has to return a row, before anything is changed. */
  commit<S extends Steps>(actor: Actor, what: Change<S>, conditions?: readonly Statement[]): Promise<Results<S>>;
}

interface StoreParts {
  readonly wakeMail?: (() => void) | undefined;
  /** Told of every event, once it is committed. */
  readonly recorded?: ((event: RecordedEvent) => void) | undefined;
}

export const createStore = (db: Database, parts: StoreParts = {}): SharedStore => ({
  ...db,
  commit: createCommit(db, parts),
});

/** The only function that writes, but for the engine, migrations and the queues. */
const createCommit =
  (db: Database, { wakeMail, recorded }: StoreParts): SharedStore['commit'] =>
  async (actor, { steps, events, emails, wakesMail, isDiscreet }, conditions = []) => {
    const before = events.filter(({ isFirst }) => isFirst);
    const own = Object.values(steps).flatMap((step) => step || []);
    const after = events.filter(({ isFirst }) => !isFirst);
    const all = [...conditions, ...before, ...own, ...after, ...emails];
    const rows = await db.batch(all.map((one) => ('event' in one ? recordOf(one, actor) : one)));
    if (!rows) throw CONFLICT;
    if (recorded) {
      for (const [at, one] of all.entries())
        if ('event' in one) (rows[at] as unknown as RecordedEvent[]).forEach(recorded);
    }
    if (wakesMail && wakeMail) wake(wakeMail, isDiscreet);
    return byName(steps, rows.slice(conditions.length + before.length));
  };

const recordOf = ({ event, about, by, keepsEach }: Happening, actor: Actor): Statement =>
  record(event, about, by === undefined ? actor : { ...actor, name: by }, keepsEach);

function byName<S extends Steps>(steps: S, rows: readonly Row[][]): Results<S> {
  const results: Record<string, Row | Row[] | undefined> = {};
  let at = 0;
  for (const [name, step] of Object.entries(steps)) {
    if (!step) continue;
    if ('sql' in step) results[name] = step.isList ? rows[at] : rows[at]?.[0];
    at += Array.isArray(step) ? step.length : 1;
  }
  // Here, and nowhere else, rows get the types that travelled with their statements.
  return results as Results<S>;
}

/** Not noticeable for an e-mail, and several times as long as the requests that could measure the worker's load. */
const MAX_JITTER_MS = 300;

function wake(wakeMail: () => void, isDiscreet: boolean): void {
  if (isDiscreet) setTimeout(wakeMail, randomInt(MAX_JITTER_MS)).unref();
  else wakeMail();
}

const NOBODY = unlocated(null);
/** Bookkeeping, which nobody is named for because it has no event. */
export const commitUnrecorded = <const S extends Steps>(db: Store, reason: string, steps: S): Promise<Results<S>> =>
  db.commit(NOBODY, unrecorded(reason, steps));

/** For a step without whose row there is nothing to do: the change is not made. */
export const NOTHING = new StacklessError('nothing to do');

/** Undefined when there was nothing to do. */
export const orNothing = <T>(making: Promise<T>): Promise<T | undefined> =>
  making.catch((error: unknown) => (error === NOTHING ? undefined : Promise.reject(error)));

/** How often something is decided again, each time because what it relied on has changed. */
const MAX_ATTEMPTS = 5;

/** Runs what reads, decides and commits; again after a conflict, but for those that somebody else deals with. */
export async function decideAgain<T>(
  attempt: () => Promise<T>,
  isOthers: (error: Conflict) => boolean = () => false,
  maxAttempts = MAX_ATTEMPTS,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Conflict) || isOthers(error)) throw error;
      // Not the error itself: it has no stack, and what has none is not logged.
      if (attempts === maxAttempts) throw new Error(`${error.message} ${maxAttempts} times`);
    }
  }
}
