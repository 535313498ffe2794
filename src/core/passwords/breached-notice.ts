import { reasonOf } from '../../lib/reason-of.ts';
import type { AskingClient, Client } from '../../lib/requester.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { Conflict } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import type { IsBreached } from './breached-passwords.ts';

/** The maximum number of concurrent checks. A login beyond it is not checked; the user's next one is. */
const MAX_AT_ONCE = 20;

export interface BreachNotices {
  /** Checks the password after the login is answered, and notifies the owner if it is breached. */
  begin(user: User, password: string, client: Client & AskingClient): void;
  /** Resolves once no check is running. */
  finished(): Promise<void>;
}

interface Parts {
  readonly db: Store;
  readonly isBreached: IsBreached | undefined;
  readonly log: { error(about: object, message: string): void };
}

/** Notifies the owner once per password: the account stores the notified credential version. */
export function createBreachNotices({ db, isBreached, log }: Parts): BreachNotices {
  const underWay = new Set<Promise<void>>();

  return {
    begin(user, password, { requester, language }) {
      if (!isBreached || underWay.size >= MAX_AT_ONCE) return;
      const tell = async (): Promise<void> => {
        // The check follows the answer, so that the answer reveals nothing and waits for no other server.
        await new Promise(setImmediate);
        if (!(await isBreached(password))) return;
        await db.commit(
          byOwner(requester),
          change(
            event('password_breached', user.id),
            { told: users.recordBreachNotice(user) },
            { emails: [outbox.enqueue('password_breached', user.email, { language })] },
          ),
        );
      };
      const check = tell()
        .catch((error: unknown) => {
          // The owner was notified before, or the password has just been replaced.
          if (!(error instanceof Conflict))
            log.error({ reason: reasonOf(error) }, 'cannot notify the owner of a breached password');
        })
        .finally(() => underWay.delete(check));
      underWay.add(check);
    },
    async finished() {
      await Promise.all(underWay);
    },
  };
}
