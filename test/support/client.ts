import assert from 'node:assert/strict';
import { declaredErrors, isDeclared, isStreamed } from '../../src/api/operation.ts';
import type { LoadedRoute } from '../../src/api/route.ts';
import { reasonsOf } from '../../src/http/api-error.ts';
import type { DataOf } from './answers.ts';
import { type HttpResponse, send } from './http-request.ts';
import { ROUTES } from './routes.ts';

export interface Answer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly message: string | null;
  /** As the operation declares it; null in an error, and so a test that reads a member of it fails there. */
  readonly data: Data;
  readonly text: string;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  /** Sent as JSON, unless it is a string or bytes already. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export type Client = <Method extends string, Path extends string>(
  method: Method,
  path: Path,
  options?: RequestOptions,
) => Promise<Answer<DataOf<Method, Path>>>;

/** Whatever is asked, the answer must be in the envelope: the client of every test checks it. */
export function createClient(baseUrl: string): Client {
  const request = async (
    method: string,
    path: string,
    { token, body, headers = {} }: RequestOptions = {},
  ): Promise<Answer> => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await send(method, `${baseUrl}${path}`, {
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      body: isRaw || body === undefined ? (body as string | Uint8Array | undefined) : JSON.stringify(body),
    });
    const route = routeOf(method, path);
    if (route && response.ok && isStreamed(route.operation.answers)) return streamedAnswer(route, response);
    const text = await response.text();
    assertDeclared(route, response, text);
    const { message, data } = text === '' ? { message: null, data: null } : checkedEnvelope(response, text);
    return { status: response.status, headers: response.headers, text, message, data };
  };
  // The service writes its answers from the same declarations.
  return request as Client;
}

/** The routes by method, each with the pattern of its path, whose parameters are written `:id`. */
const PATTERNS: ReadonlyMap<string, readonly { route: LoadedRoute; pattern: RegExp }[]> = Map.groupBy(
  ROUTES.map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`) })),
  ({ route }) => route.method,
);

const routeOf = (method: string, path: string): LoadedRoute | undefined => {
  const [pathname = ''] = path.split('?', 1);
  const found = (PATTERNS.get(method) ?? []).filter(({ pattern }) => pattern.test(pathname));
  return (found.find(({ route }) => route.path === pathname) ?? found[0])?.route;
};

/** A file is read whole. A stream that is no file may never end: whoever wants its lines reads them from `fetch`. */
async function streamedAnswer({ operation }: LoadedRoute, response: HttpResponse): Promise<Answer> {
  const { status, headers } = response;
  assert.ok(isStreamed(operation.answers));
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  assert.ok(operation.answers.streams.includes(type), `${operation.id} does not declare ${type}`);
  assert.equal(status, operation.status);
  assert.equal(headers.get('cache-control'), 'no-store');
  const isFile = headers.get('content-disposition') !== null;
  const text = isFile ? await response.text() : '';
  if (!isFile) response.cancel();
  return { status, headers, text, message: null, data: null };
}

/** What the operation does not declare may not be answered. */
function assertDeclared(route: LoadedRoute | undefined, response: HttpResponse, text: string): void {
  if (!route || text === '') return;
  if (response.ok) {
    assert.equal(response.status, route.operation.status);
    const result = response.headers.get('x-result');
    assert.ok(result === null || route.operation.results?.includes(result), `${route.path} does not declare ${result}`);
    return;
  }
  const { message } = JSON.parse(text);
  const code = response.headers.get('x-error-code');
  const reason = response.headers.get('x-error-reason');
  assert.ok(
    isDeclared(route.operation, code, message),
    `${route.method} ${route.path} does not declare ${code} "${message}"`,
  );
  const reasons = declaredErrors(route.operation)
    .filter((error) => error.code === code)
    .flatMap(reasonsOf);
  assert.ok(reason === null || reasons.includes(reason), `${code} does not declare the reason ${reason}`);
}

function checkedEnvelope(response: HttpResponse, text: string): { message: string | null; data: unknown } {
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
