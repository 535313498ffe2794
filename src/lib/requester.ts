/** The sender of a request, for rate limits and the audit trail; null for what is not known. */
export interface Requester {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A client that waits for what takes long, such as a password hash. */
export interface Client {
  readonly isDisconnected: boolean;
  readonly requester: Requester;
}
