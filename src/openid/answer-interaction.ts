import type { AdapterPayload } from 'oidc-provider';
import type { Statement } from '../store/engine/database.ts';
import * as records from '../store/tables/openid-records.ts';
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

/** Returns no row once the interaction is over. */
export function answerInteraction({ id, payload }: Interaction, answer: InteractionAnswer): Statement {
  const before = 'error' in answer ? {} : payload.lastSubmission;
  const result = { ...before, ...answer } as NonNullable<AdapterPayload['result']>;
  return records.replacePayload('Interaction', id, toStored({ ...payload, result }));
}
