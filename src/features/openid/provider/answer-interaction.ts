import type { AdapterPayload } from 'oidc-provider';
import type { Actor } from '../../../store/audit/record.ts';
import { commitUnrecorded, NOTHING, orNothing, type Store } from '../../../store/commit.ts';
import { orThrow, type RequiredStatement } from '../../../store/engine/database.ts';
import * as sessions from '../../../store/tables/sessions.ts';
import { allowApp } from '../apps/app-access.ts';
import * as grants from '../apps/grant-table.ts';
import type { Login } from './account.ts';
import type { Interaction } from './interactions.ts';
import * as records from './record-table.ts';
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
export const answerLogin = (
  db: Store,
  interaction: Interaction,
  interactionAnswer: InteractionAnswer,
): Promise<boolean> =>
  isDone(
    commitUnrecorded(db, 'the login at the app is not over yet', { answer: answer(interaction, interactionAnswer) }),
  );

const DENIED = { error: 'access_denied', error_description: 'the owner of the account said no' };

/** False once the interaction, or the session that it depends on, is over. */
export async function answerConsent(
  db: Store,
  interaction: Interaction,
  { user, sessionId }: Login,
  decision: 'allow' | 'deny',
  actor: Actor,
): Promise<boolean> {
  const { client } = interaction;
  const steps = {
    session: orThrow(sessions.requireAlive(user, sessionId), NOTHING),
    answer: answer(interaction, decision === 'allow' ? { consent: {} } : DENIED),
  };
  if (decision === 'deny') return isDone(commitUnrecorded(db, 'nothing was allowed', steps));
  const granted = grants.joined(await grants.granted(db, user.id, client.id), interaction);
  return allowApp(db, { userId: user.id, sessionId, clientId: client.id }, granted, steps, actor);
}

const isDone = async (commit: Promise<unknown>): Promise<boolean> => (await orNothing(commit)) !== undefined;

function answer({ id, payload }: Interaction, interactionAnswer: InteractionAnswer): RequiredStatement {
  const before = 'error' in interactionAnswer ? {} : payload.lastSubmission;
  const result = { ...before, ...interactionAnswer } as NonNullable<AdapterPayload['result']>;
  return orThrow(records.replacePayload('Interaction', id, toStored({ ...payload, result })), NOTHING);
}
