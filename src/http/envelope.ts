/** The one shape of every JSON answer. */
export interface Envelope {
  readonly status: 'success' | 'error';
  readonly message: string | null;
  readonly data: unknown;
}

export interface Answer {
  readonly statusCode: number;
  /** A stable name for machines, sent as `X-Result`, where the message alone tells one success from another. */
  readonly result?: string;
  readonly body: Envelope;
}

export const success = (message: string, data: object | null, statusCode = 200): Answer => ({
  statusCode,
  body: { status: 'success', message, data },
});

export const errorEnvelope = (message: string): Envelope => ({ status: 'error', message, data: null });
