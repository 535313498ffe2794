import type { OwnCode, Reply } from './ask.ts';
import type { ErrorCode } from './operations.ts';

/** A refusal of the service, or what stands for it when nobody answered or nobody is logged in. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError';
  /** The X-Error-Code. New versions may know more of them. */
  readonly code: ErrorCode | OwnCode | (string & {});
  /** What the code leaves open. */
  readonly reason: string | undefined;
  /** The member of the body that is at fault. */
  readonly field: string | undefined;
  /** 0: there was no answer. */
  readonly status: number;
  /** In how many seconds it may be tried again. */
  readonly retryAfter: number | undefined;
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Of an account that cannot log in. */
  readonly accountStatus: string | undefined;
  /** What would have been enough besides the password. */
  readonly secondFactors: readonly string[];

  constructor(reply: Reply) {
    super(reply.message ?? reply.code);
    this.code = reply.code;
    this.reason = reply.header('x-error-reason') || undefined;
    this.field = reply.field || undefined;
    this.status = reply.status;
    this.retryAfter = reply.retryAfterSeconds || undefined;
    this.requestId = reply.header('x-request-id') || undefined;
    this.accountStatus = reply.accountStatus || undefined;
    this.secondFactors = reply.secondFactors.filter((factor) => factor !== '');
  }
}
