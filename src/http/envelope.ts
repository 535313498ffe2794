/** The shape of every JSON response of the interface. */
export interface Envelope {
  readonly status: 'success' | 'error';
  readonly message: string | null;
  readonly data: unknown;
}

export interface Answer {
  /** Stable and machine-readable, sent as `X-Result` if otherwise only the message distinguishes successes. */
  readonly result?: string;
  /** Why the new password is easy to guess, sent as `X-Password-Warning`. */
  readonly passwordWarning?: string | undefined;
  /** The declared message is the default. */
  readonly body: Pick<Envelope, 'status' | 'data'> & Partial<Envelope>;
}

/** The declared success of an operation. */
export const done = (data: object | null): Answer => ({ body: { status: 'success', data } });

export const success = (message: string, data: object | null): { readonly body: Envelope } => ({
  body: { status: 'success', message, data },
});

export const errorEnvelope = (message: string): Envelope => ({ status: 'error', message, data: null });
