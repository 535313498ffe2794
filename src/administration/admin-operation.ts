import { schemaWith } from '../api/account-fields.ts';
import type { Demands } from '../api/authenticate.ts';
import { ServerErrorTryLater } from '../api/errors.ts';
import type { Schema } from '../api/json-schema.ts';
import {
  createOperation,
  type Operation,
  type OperationDeclaration,
  type StreamedAnswer,
  type Streams,
} from '../api/operation.ts';
import { type RequestServices, servicesOfRequest } from '../api/services.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Answer } from '../http/envelope.ts';
import type { Body } from '../http/json-body.ts';
import { type Administrator, authorize, demandsOf } from './authorize.ts';
import { type AdminOperationId, PERMISSIONS } from './permissions.ts';
import { type Parameters as QueryParameters, readParameters } from './query-parameters.ts';
import { readBody } from './read-body.ts';

export interface AdminRequest<Recent extends boolean = boolean> {
  readonly request: Omit<ApiRequest, 'body' | 'requiredBody'>;
  /** Reads the declared body. Undeclared members are refused. */
  readonly body: () => Promise<Body>;
  readonly services: RequestServices;
  readonly admin: Administrator<Recent>;
  /** The declared parameters of the query string, checked. */
  readonly query: QueryParameters;
}

type NeedsRecentLogin<Id extends AdminOperationId> = (typeof PERMISSIONS)[Id]['needsRecentLogin'];
export type AdminDeclaration<Id, Answers extends Schema | Streams> = Omit<
  OperationDeclaration<Answers>,
  keyof Demands | 'admin' | 'failure'
> & { readonly id: Id };

/** Declares an administrative operation. Its row in permissions.ts decides who may run it. */
export const adminOperation = <const Id extends AdminOperationId, Answers extends Schema | Streams>(
  declaration: AdminDeclaration<Id, Answers>,
  run: (context: AdminRequest<NeedsRecentLogin<Id>>) => Promise<Answer | StreamedAnswer>,
): Operation<Answers> => {
  const { scope } = PERMISSIONS[declaration.id];
  const schema = { ...declaration.body, additionalProperties: false };
  const declared = { ...declaration, ...(declaration.body && { body: schema }) };
  return createOperation(
    { ...declared, ...demandsOf(declaration.id), admin: { scope }, failure: ServerErrorTryLater },
    async (request, shared) => {
      const services = servicesOfRequest(shared);
      const admin = (await authorize(declaration.id, request, services)) as Administrator<NeedsRecentLogin<Id>>;
      const query = readParameters(request.query, declaration.query ?? {});
      const body = () => readBody(request, schemaWith(schema, services.fields), declaration.bodyIsRequired ?? false);
      return run({ request, body, services, admin, query });
    },
  );
};
