/** The shape of every JSON response of the interface. */
export interface Envelope {
  readonly status: 'success' | 'error';
  readonly message: string | null;
  readonly data: unknown;
}

/** A successful response of an operation. */
export interface Answer {
  /** Stable and machine-readable, sent as `X-Result` where only the message tells one success from another. */
  readonly result?: string;
  /** Why the new password is easy to guess, sent as `X-Password-Warning`. */
  readonly passwordWarning?: string | undefined;
  /** Without a message: it is that of the declaration. */
  readonly body: Pick<Envelope, 'status' | 'data'> & Partial<Envelope>;
}

/** The success that an operation declares, with the declared message and status. */
export const done = (data: object | null): Answer => ({ body: { status: 'success', data } });

/** A success with its own message. */
export const success = (message: string, data: object | null): { readonly body: Envelope } => ({
  body: { status: 'success', message, data },
});

export const errorEnvelope = (message: string): Envelope => ({ status: 'error', message, data: null });
