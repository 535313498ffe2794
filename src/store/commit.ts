import { randomInt } from 'node:crypto';
import type { Features } from '../config/features.ts';
import { StacklessError } from '../lib/stackless-error.ts';
import { type Actor, type RecordedEvent, record, withoutAddress } from './audit/record.ts';
import { type Change, type EventToRecord, type Results, type Steps, unrecorded } from './change.ts';
import {
  Conflict,
  Contended,
  type Database,
  type Reads,
  type Row,
  type Statement,
  type WritableDatabase,
} from './engine/database.ts';
import { afterEndedSessions } from './tables/rows-of-sessions.ts';

const CONFLICT = new Conflict('a change conflicted with another one');

/** The database as everything except the engine and the queues sees it: reads, and whole changes. */
export interface Store extends Reads {
  /** Commits a change in one transaction, or throws Conflict. */
  commit<S extends Steps>(actor: Actor, what: Change<S>): Promise<Results<S>>;
}

/** The store from which the stores of requests are derived. */
export interface SharedStore extends Store, Database {
  /** Each of `conditions` must return a row before anything is written. */
  commit<S extends Steps>(actor: Actor, what: Change<S>, conditions?: readonly Statement[]): Promise<Results<S>>;
}

interface StoreParts {
  readonly wakeMail?: (() => void) | undefined;
  /** Called with every event, after the commit. */
  readonly recorded?: ((event: RecordedEvent) => void) | undefined;
  /** The features whose rows end with sessions; all by default. */
  readonly features?: Features;
}

export const createStore = (db: WritableDatabase, parts: StoreParts = {}): SharedStore => ({
  ...db,
  commit: createCommit(db, parts),
});

/** The only function that writes, apart from the engine, migrations and the queues. */
const createCommit = (db: WritableDatabase, { wakeMail, recorded, features }: StoreParts): SharedStore['commit'] => {
  const following = afterEndedSessions(features);
  return async (actor, { steps, events, emails, wakesMail, isDiscreet }, conditions = []) => {
    const before = events.filter(({ isFirst }) => isFirst);
    const statements = Object.values(steps).flatMap((step) => step || []);
    const after = events.filter(({ isFirst }) => !isFirst);
    const all = [...conditions, ...before, ...statements, ...after, ...emails];
    const batch: Statement[] = [];
    const places: number[] = [];
    for (const one of all) {
      places.push(batch.length);
      if ('event' in one) batch.push(recordOf(one, actor));
      else batch.push(one, ...following(one));
    }
    const found = await db.batch(batch);
    if (!found) throw CONFLICT;
    const rows = places.map((place) => found[place] ?? []);
    if (recorded) {
      for (const [at, one] of all.entries())
        if ('event' in one) (rows[at] as unknown as RecordedEvent[]).forEach(recorded);
    }
    if (wakesMail && wakeMail) wake(wakeMail, isDiscreet);
    return byName(steps, rows.slice(conditions.length + before.length));
  };
};

const recordOf = ({ event, subject, by, keepsEach }: EventToRecord, actor: Actor): Statement =>
  record(event, subject, by === undefined ? actor : { ...actor, name: by }, keepsEach);

function byName<S extends Steps>(steps: S, rows: readonly Row[][]): Results<S> {
  const results: Record<string, Row | Row[] | undefined> = {};
  let at = 0;
  for (const [name, step] of Object.entries(steps)) {
    if (!step) continue;
    if ('sql' in step) results[name] = step.isList ? rows[at] : rows[at]?.[0];
    at += Array.isArray(step) ? step.length : 1;
  }
  // The only place where rows get the types that their statements declare.
  return results as Results<S>;
}

/**
 * The maximum random delay: unnoticeable for an e-mail, and several times as long as a request that could measure the
 * worker's load.
 */
const MAX_JITTER_MS = 300;

function wake(wakeMail: () => void, isDiscreet: boolean): void {
  if (isDiscreet) setTimeout(wakeMail, randomInt(MAX_JITTER_MS)).unref();
  else wakeMail();
}

const NOBODY = withoutAddress(null);
/** Bookkeeping without an event, and so without an actor. */
export const commitUnrecorded = <const S extends Steps>(db: Store, reason: string, steps: S): Promise<Results<S>> =>
  db.commit(NOBODY, unrecorded(reason, steps));

/** Marks a step that rolls the change back if it returns no row, because there is nothing to do. */
export const NOTHING = new StacklessError('nothing to do');

/** Undefined if there was nothing to do. */
export const orNothing = <T>(making: Promise<T>): Promise<T | undefined> =>
  making.catch((error: unknown) => (error === NOTHING ? undefined : Promise.reject(error)));

/** How often a change is attempted when it meets conflicts. */
const MAX_ATTEMPTS = 5;

/**
 * Runs a function that reads, decides and commits, and repeats it after a conflict. `isOthers`: whether an outer caller
 * handles the conflict.
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T>,
  isOthers: (error: Conflict) => boolean = () => false,
  maxAttempts = MAX_ATTEMPTS,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Conflict) || isOthers(error)) throw error;
      if (attempts === maxAttempts) throw new Contended(`${error.message} ${maxAttempts} times`);
    }
  }
}
