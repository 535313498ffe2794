/** The sender of a request, for rate limits and the audit trail; null: unknown. */
export interface Requester {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A client that waits for slow work, such as a password hash. */
export interface Client {
  readonly isDisconnected: boolean;
  readonly requester: Requester;
}

/** A client whose request sends an e-mail, in this language if it has one. */
export interface AskingClient {
  readonly requester: Requester;
  readonly language: string | undefined;
}
