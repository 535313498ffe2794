import type { ApiRequest } from '../http/api-request.ts';
import type { Answer } from '../http/envelope.ts';
import { type Authenticated, authenticate, type Demands } from './authenticate.ts';
import type { Schema } from './json-schema.ts';
import {
  createOperation,
  type Operation,
  type OperationDeclaration,
  type StreamedAnswer,
  type Streams,
} from './operation.ts';
import { type Services, servicesOfRequest } from './services.ts';

/** The sender as an operation sees it: with a session and a recent login only if it demands them. */
type Sender<Session, Recent> = Pick<
  Authenticated,
  | Exclude<keyof Authenticated, 'sessionId' | 'recentLogin'>
  | (Session extends true ? 'sessionId' : never)
  | (Recent extends false ? never : 'recentLogin')
>;

type ProtectedDeclaration<Answers extends Schema | Streams, Session, Recent> = Omit<
  OperationDeclaration<Answers>,
  'bearer' | 'needsSession' | 'needsRecentLogin' | 'admin'
> & { readonly bearer: Demands['bearer']; readonly needsSession?: Session; readonly needsRecentLogin?: Recent };

/** Declares an operation that needs a token. It runs once all demands on its sender are met. */
export const protectedOperation = <
  Answers extends Schema | Streams,
  Session extends NonNullable<Demands['needsSession']> = false,
  Recent extends NonNullable<Demands['needsRecentLogin']> = false,
>(
  declaration: ProtectedDeclaration<Answers, Session, Recent>,
  run: (request: ApiRequest, services: Services, sender: Sender<Session, Recent>) => Promise<Answer | StreamedAnswer>,
): Operation<Answers> =>
  createOperation(declaration, async (request, shared) => {
    const services = servicesOfRequest(shared);
    return run(request, services, await authenticate(declaration, request, services));
  });
