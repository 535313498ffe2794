import { Refusal } from '../../../core/refusal.ts';
import { type Actor, withoutAddress } from '../../../store/audit/record.ts';
import { change, event, unrecorded } from '../../../store/change.ts';
import { NOTHING, orNothing, type Store } from '../../../store/commit.ts';
import { orThrow, type Statement } from '../../../store/engine/database.ts';
import { lockUser } from '../../../store/tables/sessions-of-user.ts';
import { ofApp } from '../clients/client-table.ts';
import * as grants from './grant-table.ts';

/** A session that logs in to an app. */
interface AppLogin {
  readonly userId: number;
  readonly sessionId: string;
  readonly clientId: string;
}

/** Records the consent for an app; `answer` passes it on. False once the app no longer waits or the login has ended. */
export async function allowApp(
  db: Store,
  { userId, sessionId, clientId }: AppLogin,
  granted: grants.Granted,
  answer: Readonly<Record<'session' | 'answer', Statement>>,
  actor: Actor,
): Promise<boolean> {
  const allowed = change(event('app_allowed', ofApp(userId, clientId)), {
    user: lockUser(userId),
    ...answer,
    grant: grants.grant(userId, clientId, granted, sessionId),
  });
  return (await orNothing(db.commit(actor, allowed))) !== undefined;
}

/** Records a login at an app with its access: newly `granted`, or allowed before. False if the owner has removed it. */
export async function useApp(
  db: Store,
  { userId, sessionId, clientId }: AppLogin,
  granted: grants.Granted | undefined,
): Promise<boolean> {
  const used = granted
    ? grants.grant(userId, clientId, granted, sessionId)
    : orThrow(grants.use(userId, clientId), NOTHING);
  const touched = unrecorded('a login at an app', { used });
  return (await orNothing(db.commit(withoutAddress(null), touched))) !== undefined;
}

const NOT_FOUND = new Refusal('app_not_found');

/** Removes an app's access, and revokes its tokens. */
export async function removeApp(db: Store, userId: number, clientId: string, actor: Actor): Promise<void> {
  await db.commit(
    actor,
    change(event('app_removed', ofApp(userId, clientId)), {
      app: orThrow(grants.remove(userId, clientId), NOT_FOUND),
      records: grants.removeRecords(userId, clientId),
    }),
  );
}
