import { reasonOf } from '../../lib/reason-of.ts';
import type { Client } from '../../lib/requester.ts';
import { change, happening } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { Conflict } from '../../store/engine/database.ts';
import { owner } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import type { IsBreached } from './breached-passwords.ts';

/** Logins beyond it are not checked: the next one of the same user is. */
const MAX_AT_ONCE = 20;

export interface BreachNotices {
  /** After a login with this password: looks for it once the login is answered, and tells its owner if it is found. */
  begin(user: User, password: string, client: Client & { readonly language: string | undefined }): void;
  /** Resolves when none is under way. */
  finished(): Promise<void>;
}

interface Parts {
  readonly db: Store;
  readonly isBreached: IsBreached | undefined;
  readonly log: { error(about: object, message: string): void };
}

/** The owner is told once of each password: the account notes the version of its credentials. */
export function createBreachNotices({ db, isBreached, log }: Parts): BreachNotices {
  const underWay = new Set<Promise<void>>();

  return {
    begin(user, password, { requester, language }) {
      if (!isBreached || underWay.size >= MAX_AT_ONCE) return;
      const tell = async (): Promise<void> => {
        // The time of the answer must not tell anything, nor wait for another server.
        await new Promise(setImmediate);
        if (!(await isBreached(password))) return;
        await db.commit(
          owner(requester),
          change(
            happening('password_breached', user.id),
            { told: users.recordBreachNotice(user) },
            { emails: [outbox.enqueue('password_breached', user.email, { language })] },
          ),
        );
      };
      const check = tell()
        .catch((error: unknown) => {
          // Told before, or the password has just been replaced.
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
