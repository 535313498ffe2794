import type { Change, Results, Steps } from './change.ts';
import type { SharedStore, Store } from './commit.ts';
import type { Query, Value } from './engine/database.ts';
import { type Sender, senderConditions } from './request-sender.ts';
import type { Actor } from './tables/events.ts';

/**
 * The store of one request with a token. Minutes may pass until its body ends, so each change is made only if the
 * sender still may: the conditions come first. Throws SenderChanged. A class, because it is made for every request:
 * with an object of functions, a read took a tenth longer.
 */
export class RequestStore implements Store {
  /** For what is written about the check itself. */
  readonly unguarded: SharedStore;
  #sender: Sender = {};

  constructor(db: SharedStore) {
    this.unguarded = db;
  }

  async commit<S extends Steps>(actor: Actor, what: Change<S>): Promise<Results<S>> {
    return this.unguarded.commit(actor, what, senderConditions(this.#sender));
  }

  /** Adds what the request was allowed by. */
  note(checked: Sender): void {
    this.#sender = { ...this.#sender, ...checked };
  }

  get kind(): Store['kind'] {
    return this.unguarded.kind;
  }

  one<R>(query: Query<R>, params?: readonly Value[]): Promise<R | undefined> {
    return this.unguarded.one(query, params);
  }

  all<R>(query: Query<R>, params?: readonly Value[]): Promise<R[]> {
    return this.unguarded.all(query, params);
  }
}
