/** The shape of every JSON response of the interface. */
export interface Envelope {
  readonly status: 'success' | 'error';
  readonly message: string | null;
  readonly data: unknown;
}

/** A successful response of an operation. */
export interface Answer {
  readonly statusCode: number;
  /** Stable and machine-readable, sent as `X-Result` where only the message tells one success from another. */
  readonly result?: string;
  readonly body: Envelope;
}

export const success = (message: string, data: object | null, statusCode = 200): Answer => ({
  statusCode,
  body: { status: 'success', message, data },
});

export const errorEnvelope = (message: string): Envelope => ({ status: 'error', message, data: null });
