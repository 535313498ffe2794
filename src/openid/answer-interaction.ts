import type { AdapterPayload } from 'oidc-provider';
import type { Statement } from '../store/engine/database.ts';
import * as records from '../store/tables/openid-records.ts';
import { KIND } from './interaction-cookie.ts';
import type { Interaction } from './interactions.ts';
import { toStored } from './stored-payload.ts';

/** What the library reads when the browser goes on. */
export type InteractionAnswer =
  | {
      readonly login: {
        readonly accountId: string;
        readonly ts: number;
        readonly amr: readonly string[];
        readonly acr: string;
        /** Whether the browser is to stay logged in when it is closed. */
        readonly remember: boolean;
      };
    }
  | { readonly consent: object }
  | { readonly error: string; readonly error_description: string };

/** The statement that answers an interaction. It undoes its batch when the interaction is over. */
export function answerInteraction({ id, payload }: Interaction, answer: InteractionAnswer): Statement {
  const before = 'error' in answer ? {} : payload.lastSubmission;
  const result = { ...before, ...answer } as NonNullable<AdapterPayload['result']>;
  return records.replacePayload(KIND, id, toStored({ ...payload, result }));
}
