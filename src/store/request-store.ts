import type { Actor } from './audit/record.ts';
import type { Change, Results, Steps } from './change.ts';
import type { SharedStore, Store } from './commit.ts';
import type { Query, Value } from './engine/database.ts';
import { type Sender, senderConditions } from './request-sender.ts';

/**
 * The store of one request with a token. Minutes may pass before its body ends, so each change first checks that the
 * sender is still allowed, and throws SenderChanged otherwise. It is a class because every request creates one: with an
 * object of functions, a read took a tenth longer.
 */
export class RequestStore implements Store {
  /** Receives the writes of the check itself. */
  readonly withoutSenderCheck: SharedStore;
  #sender: Sender = {};

  constructor(db: SharedStore) {
    this.withoutSenderCheck = db;
  }

  async commit<S extends Steps>(actor: Actor, what: Change<S>): Promise<Results<S>> {
    return this.withoutSenderCheck.commit(actor, what, senderConditions(this.#sender));
  }

  /** Adds conditions that permit the request. */
  requireSender(checked: Sender): void {
    this.#sender = { ...this.#sender, ...checked };
  }

  get kind(): Store['kind'] {
    return this.withoutSenderCheck.kind;
  }

  one<R>(query: Query<R>, params?: readonly Value[]): Promise<R | undefined> {
    return this.withoutSenderCheck.one(query, params);
  }

  all<R>(query: Query<R>, params?: readonly Value[]): Promise<R[]> {
    return this.withoutSenderCheck.all(query, params);
  }
}
