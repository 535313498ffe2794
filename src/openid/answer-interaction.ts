import type { AdapterPayload } from 'oidc-provider';
import { appAllowed } from '../accounts/apps/app-access.ts';
import { type Change, unrecorded } from '../store/change.ts';
import { NOTHING, orNothing, type Store } from '../store/commit.ts';
import { must, type RequiredStatement } from '../store/engine/database.ts';
import type { Actor } from '../store/tables/events.ts';
import * as grants from '../store/tables/openid-grants.ts';
import * as records from '../store/tables/openid-records.ts';
import * as sessions from '../store/tables/sessions.ts';
import type { Login } from './account.ts';
import type { Interaction } from './interactions.ts';
import { toStored } from './stored-payload.ts';

/** Read by the library when the browser continues. */
export type InteractionAnswer =
  | {
      readonly login: {
        readonly accountId: string;
        readonly ts: number;
        readonly amr: readonly string[];
        readonly acr: string;
        /** Whether the browser stays logged in after it is closed. */
        readonly remember: boolean;
      };
    }
  | { readonly consent: object }
  | { readonly error: string; readonly error_description: string };

/** False once the interaction is over. */
export async function answerLogin(
  db: Store,
  interaction: Interaction,
  given: InteractionAnswer,
  actor: Actor,
): Promise<boolean> {
  const answered = unrecorded('the login at the app is not over yet', { answer: answer(interaction, given) });
  return (await orNothing(db.commit(actor, answered))) !== undefined;
}

const DENIED = { error: 'access_denied', error_description: 'the owner of the account said no' };

/** False once the interaction, or the session that it hangs on, is over. */
export async function answerConsent(
  db: Store,
  interaction: Interaction,
  { user, sessionId }: Login,
  decision: 'allow' | 'deny',
  actor: Actor,
): Promise<boolean> {
  const { client } = interaction;
  const granted = grants.joined(await grants.granted(db, user.id, client.id), interaction);
  const steps = {
    session: must(sessions.requireAlive(user, sessionId), NOTHING),
    answer: answer(interaction, decision === 'allow' ? { consent: {} } : DENIED),
  };
  const answered: Change =
    decision === 'allow' ? appAllowed(user.id, client.id, granted, steps) : unrecorded('nothing was allowed', steps);
  return (await orNothing(db.commit(actor, answered))) !== undefined;
}

function answer({ id, payload }: Interaction, given: InteractionAnswer): RequiredStatement {
  const before = 'error' in given ? {} : payload.lastSubmission;
  const result = { ...before, ...given } as NonNullable<AdapterPayload['result']>;
  return must(records.replacePayload('Interaction', id, toStored({ ...payload, result })), NOTHING);
}
