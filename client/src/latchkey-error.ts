import type { OwnCode, Reply } from './ask.ts';
import type { ErrorCode } from './operations.ts';

/** A refusal by the service, or a stand-in if it did not answer or nobody is logged in. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError';
  /** The X-Error-Code, of this version of the service: a newer one may send others. */
  readonly code: ErrorCode | OwnCode;
  /** The X-Error-Reason, which details the code. */
  readonly reason: string | undefined;
  /** The member of the body at fault. */
  readonly field: string | undefined;
  /** 0 if there was no answer. */
  readonly status: number;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** The status of an account that cannot log in. */
  readonly accountStatus: string | undefined;
  /** The second factors that would be accepted. */
  readonly secondFactors: readonly string[];

  constructor(reply: Reply) {
    super(reply.message ?? reply.code, 'cause' in reply ? { cause: reply.cause } : undefined);
    this.code = reply.code as ErrorCode | OwnCode;
    this.reason = reply.header('x-error-reason') || undefined;
    this.field = reply.field || undefined;
    this.status = reply.status;
    this.retryAfter = reply.retryAfterSeconds || undefined;
    this.requestId = reply.header('x-request-id') || undefined;
    this.accountStatus = reply.accountStatus || undefined;
    this.secondFactors = reply.secondFactors.filter((factor) => factor !== '');
  }
}
