export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** One call that is not measured. Fails unless it answers 2xx. */
export async function send(url: string, { method, path, headers = {}, body }: Call): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url}${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
