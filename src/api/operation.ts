import type { ErrorDeclaration } from '../declare/error.ts';
import { messagePattern } from '../http/api-error.ts';
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
  Overloaded,
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

/** The interface of an operation: the source of the OpenAPI document, docs/errors.md and response checks. */
export interface OperationDeclaration<Answers extends Schema | Streams = Schema | Streams> extends Partial<Demands> {
  /** The `operationId` of the OpenAPI document. */
  readonly id: string;
  /** A few words for the OpenAPI document, where `description` says more. */
  readonly summary: string;
  readonly description: string;
  readonly tag: Tag;
  /** The message of the usual success; null if the answer is a file or a stream. */
  readonly message: string | null;
  /** Marks an administrative operation; `scope` opens it to API keys, null to none. */
  readonly admin?: { readonly scope: string | null };
  /** The parameters of the query string. */
  readonly query?: Readonly<Record<string, Schema>>;
  readonly body?: Schema;
  readonly bodyIsRequired?: boolean;
  /** The status of a successful response. */
  readonly status?: 200 | 201;
  /** Values of `X-Result`, which distinguishes successes. */
  readonly results?: readonly string[];
  /**
   * The operation sets a password: a weak one is refused; a guessable one is refused or yields a warning
   * (checkNewPassword).
   */
  readonly choosesPassword?: true;
  /** The schema of `data` in a successful response. Only listed members are serialized. */
  readonly answers: Answers;
  /** Overrides members of `data` in the OpenAPI example, if the usual samples would mislead. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Whether the response may be compressed, because it contains no secret (`HttpAnswer.compressible`). For lists. */
  readonly compressible?: boolean;
  /** Errors besides those that the token and the body imply, see declaredErrors. */
  readonly errors?: readonly ErrorDeclaration[];
  /** The response to an unexpected error; the cause is only logged. */
  readonly failure?: ErrorDeclaration;
}

/** An answer that is a file or a stream. Its errors still use the envelope. */
export interface Streams {
  /** Content types, without parameters. */
  readonly streams: readonly string[];
  readonly description: string;
  /** Examples for the OpenAPI document, by content type. */
  readonly examples: Readonly<Record<string, string>>;
}

export const isStreamed = (answers: Schema | Streams): answers is Streams => Array.isArray(answers.streams);

export interface StreamedAnswer {
  /** A declared content type; JSON_TYPE if the operation writes the envelope around a declared schema. */
  readonly contentType: string;
  /** The name under which browsers save the response. */
  readonly fileName?: string;
  /** Texts that are read as fast as the client receives them, or a function that writes the response. */
  readonly stream: AsyncIterable<string> | StreamedBody;
  /** Called once, when the response has been written or the client has disconnected. */
  readonly done?: () => void;
}

export const JSON_TYPE = 'application/json';

type RunOperation = (request: ApiRequest, services: SharedServices) => Promise<Answer | StreamedAnswer>;

export interface Operation<Answers extends Schema | Streams = Schema | Streams>
  extends Required<Pick<OperationDeclaration, 'status' | 'failure'>>,
    OperationDeclaration<Answers> {
  readonly status: 200 | 201;
  readonly failure: ErrorDeclaration;
  readonly run: RunOperation;
}

/** The type of `data` in a successful response of an operation. */
export type AnswerOf<One extends { readonly answers: unknown }> = TypeOf<One['answers']>;

/** Declares an operation that needs no token; see protectedOperation and adminOperation for the others. */
export const operation = <Answers extends Schema | Streams>(
  declaration: Omit<OperationDeclaration<Answers>, keyof Demands | 'admin'>,
  run: (request: ApiRequest, services: Services) => Promise<Answer | StreamedAnswer>,
): Operation<Answers> => createOperation(declaration, run);

export const createOperation = <Answers extends Schema | Streams>(
  declaration: OperationDeclaration<Answers>,
  run: RunOperation,
): Operation<Answers> => ({ status: 200, failure: ServerError, ...declaration, run });

/** Narrows the placeholder values of an error, for an operation that uses only some of them. */
export const narrowed = (error: ErrorDeclaration, values: Readonly<Record<string, string>>): ErrorDeclaration => ({
  ...error,
  values: { ...error.values, ...values },
});

/** Every operation returns this error during shutdown. */
const Stopping = narrowed(Unavailable, { state: 'Stopping' });

/** Every error of the operation, including those that its token and its body imply. */
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
    // Password hashes wait in a queue, and concurrent changes of the same rows for each other.
    Overloaded,
  ];
}

export const isDeclared = (one: Operation, code: string | null, message: string): boolean =>
  declaredErrors(one).some((error) => {
    const pattern = messagePattern(error);
    return error.code === code && (typeof pattern === 'string' ? pattern === message : pattern.test(message));
  });
