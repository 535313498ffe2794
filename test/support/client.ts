import assert from 'node:assert/strict';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly message: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds, and fails on what it does not
  readonly data: any;
  readonly text: string;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  /** Sent as JSON, unless it is a string or bytes already. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export type Client = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

/** Whatever is asked, the answer must be in the envelope: the client of every test checks it. */
export const createClient =
  (baseUrl: string): Client =>
  async (method, path, { token, body, headers = {} } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { message, data } = text === '' ? { message: null, data: null } : checkedEnvelope(response, text);
    return { status: response.status, headers: response.headers, text, message, data };
  };

function checkedEnvelope(response: Response, text: string): { message: string | null; data: unknown } {
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const envelope = JSON.parse(text);
  assert.deepEqual(Object.keys(envelope).sort(), ['data', 'message', 'status'], text);
  if (response.ok) {
    assert.equal(envelope.status, 'success');
    assert.equal(response.headers.get('x-error-code'), null);
  } else {
    assert.equal(envelope.status, 'error');
    assert.equal(typeof envelope.message, 'string');
    assert.equal(envelope.data, null);
    assert.match(response.headers.get('x-error-code') ?? '', /^[a-z_]+$/);
  }
  return envelope;
}
