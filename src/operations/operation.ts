import { type ErrorDeclaration, messagePattern } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { StreamedBody } from '../http/endpoint.ts';
import type { Answer } from '../http/envelope.ts';
import {
  BodyTooLarge,
  ForbiddenCharacters,
  InvalidJson,
  NotAString,
  ServerError,
  Unavailable,
} from '../http/errors.ts';
import type { Demands } from './authenticate.ts';
import {
  AccountNotActive,
  AccountSuspended,
  ActingAsUser,
  AdminRequired,
  ApiKeyNotAllowed,
  DeletionPending,
  FactorSetupRequired,
  InsufficientScope,
  InvalidApiKey,
  InvalidParameter,
  InvalidToken,
  RecentLoginRequired,
  TokenRequired,
  UnknownMember,
  UserNotFound,
  WeakPassword,
  WrongAccessTokenPurpose,
  WrongTokenPurpose,
} from './errors.ts';
import type { Schema, TypeOf } from './json-schema.ts';
import type { Tag } from './openapi/tags.ts';
import type { Services, SharedServices } from './services.ts';

/** The interface of an operation: source of the OpenAPI document, docs/errors.md and the tests' response checks. */
export interface OperationDeclaration<Answers extends Schema | Streams = Schema | Streams> extends Partial<Demands> {
  /** The `operationId` of the OpenAPI document. */
  readonly id: string;
  /** A few words; `description` says more. Both are for people who read the OpenAPI document. */
  readonly summary: string;
  readonly description: string;
  readonly tag: Tag;
  /** Of the usual success; null where the answer is a file or a stream. */
  readonly message: string | null;
  /** Of the administration: listed apart in the OpenAPI document, open to API keys with this scope; null: to none. */
  readonly admin?: { readonly scope: string | null };
  /** The parameters of the query string. */
  readonly query?: Readonly<Record<string, Schema>>;
  readonly body?: Schema;
  readonly bodyIsRequired?: boolean;
  /** The status of a successful response. */
  readonly status?: 200 | 201;
  /** Values of `X-Result`, which tells some successes from the usual one. */
  readonly results?: readonly string[];
  /** A password is chosen: a weak one is refused, and a guessable one refused or warned of (warnOrRefuse). */
  readonly choosesPassword?: true;
  /** The schema of `data` in a successful response; members that are not listed are not serialized. */
  readonly answers: Answers;
  /** Members of `data` in the example of the OpenAPI document, where the usual sample would mislead. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The response may be compressed: nothing in it is secret (`HttpAnswer.compressible`). For lists. */
  readonly compressible?: boolean;
  /** Those that its token and its body imply are added (declaredErrors). */
  readonly errors?: readonly ErrorDeclaration[];
  /** The response to an unexpected error; the cause goes to the log only. */
  readonly failure?: ErrorDeclaration;
}

/** Of an operation that answers with a file or a stream instead of the envelope. Its errors are in the envelope. */
export interface Streams {
  /** Content types, without parameters. */
  readonly streams: readonly string[];
  readonly description: string;
  /** For the OpenAPI document, by content type. */
  readonly examples: Readonly<Record<string, string>>;
}

export const isStreamed = (answers: Schema | Streams): answers is Streams => Array.isArray(answers.streams);

/** A successful response that is written bit by bit. */
export interface StreamedAnswer {
  /** One that the operation declares; JSON_TYPE where it declares the schema of `data` and writes the envelope. */
  readonly contentType: string;
  /** Makes browsers save it under this name. */
  readonly fileName?: string;
  /** Texts that are asked for one after the other, as the client takes them; or whatever else writes the response. */
  readonly stream: AsyncIterable<string> | StreamedBody;
  /** Called once, when the response has been written or the client is gone, whatever became of it. */
  readonly done?: () => void;
}

export const JSON_TYPE = 'application/json';

export type RunOperation = (request: ApiRequest, services: SharedServices) => Promise<Answer | StreamedAnswer>;

export interface Operation<Answers extends Schema | Streams = Schema | Streams>
  extends Required<Pick<OperationDeclaration, 'status' | 'failure'>>,
    OperationDeclaration<Answers> {
  readonly status: 200 | 201;
  readonly failure: ErrorDeclaration;
  readonly run: RunOperation;
}

/** The type of `data` in a successful response of an operation. */
export type AnswerOf<One extends { readonly answers: unknown }> = TypeOf<One['answers']>;

/** Declares an operation that needs no token; protectedOperation and adminOperation declare the others. */
export const operation = <Answers extends Schema | Streams>(
  declaration: Omit<OperationDeclaration<Answers>, keyof Demands | 'admin'>,
  run: (request: ApiRequest, services: Services) => Promise<Answer | StreamedAnswer>,
): Operation<Answers> => createOperation(declaration, run);

export const createOperation = <Answers extends Schema | Streams>(
  declaration: OperationDeclaration<Answers>,
  run: RunOperation,
): Operation<Answers> => ({ status: 200, failure: ServerError, ...declaration, run });

/** An error declaration with narrower placeholder values, for an operation that uses only some of them. */
export const narrowed = (error: ErrorDeclaration, values: Readonly<Record<string, string>>): ErrorDeclaration => ({
  ...error,
  values: { ...error.values, ...values },
});

/** Every operation answers with it while the service shuts down. */
const Stopping = narrowed(Unavailable, { state: 'Stopping' });

/** Every error of the operation, those implied by its token and its body included. */
export function declaredErrors(one: Operation): ErrorDeclaration[] {
  const { bearer, accountStatus, admin, query, body, errors = [], failure } = one;
  const wrongPurpose = bearer === 'auth' ? WrongAccessTokenPurpose : WrongTokenPurpose;
  return [
    ...(bearer ? [TokenRequired, InvalidToken, wrongPurpose, UserNotFound] : []),
    ...(bearer === 'auth' ? [DeletionPending, FactorSetupRequired] : []),
    ...(bearer === 'auth' && !one.whileActing ? [ActingAsUser] : []),
    ...(bearer && accountStatus === undefined ? [AccountSuspended] : []),
    ...(bearer && accountStatus === 'ACTIVE' ? [AccountNotActive] : []),
    ...(one.needsRecentLogin ? [RecentLoginRequired] : []),
    ...(one.role === 'ADMIN' ? [AdminRequired] : []),
    ...(admin ? [InvalidApiKey, admin.scope ? InsufficientScope : ApiKeyNotAllowed] : []),
    ...(admin || query ? [InvalidParameter] : []),
    ...(body ? [InvalidJson, NotAString, ForbiddenCharacters, BodyTooLarge] : []),
    ...(body && admin ? [UnknownMember] : []),
    ...(one.choosesPassword ? [WeakPassword] : []),
    ...errors,
    failure,
    Stopping,
  ];
}

/** Whether the operation declares an error with this code and message. */
export const isDeclared = (one: Operation, code: string | null, message: string): boolean =>
  declaredErrors(one).some((error) => {
    const pattern = messagePattern(error);
    return error.code === code && (typeof pattern === 'string' ? pattern === message : pattern.test(message));
  });
