import findMyWay from 'find-my-way';
import { ApiError, type ErrorDeclaration } from './api-error.ts';
import type { Endpoint, HttpAnswer } from './endpoint.ts';
import { BadRequest, MethodNotAllowed } from './errors.ts';
import type { HttpRequest, PathParameters } from './request.ts';

/** Longer path parameters belong to no endpoint. */
const MAX_PARAMETER_LENGTH = 500;

export interface Match {
  /** The path as it was declared, or `unknown`: what logs and metrics call the request. */
  readonly route: string;
  readonly failure: ErrorDeclaration | undefined;
  readonly params: PathParameters;
  readonly answer: Endpoint['answer'];
}

export interface Router {
  match(method: string, url: string): Match;
}

/** What there is at one path, by method; made once, so that a request only looks it up. */
type MethodTable = ReadonlyMap<string, Match> & { readonly otherwise: Match };

const NO_PARAMS = {};

/**
 * Finds the endpoint for a method and a URL. A path is registered once, whatever its methods, so that HEAD, OPTIONS and 405 are
 * the same for every spelling of it.
 */
export function createRouter(endpoints: readonly Endpoint[], notFound: Endpoint['answer']): Router {
  const isBadUrl = () => {};
  const router = findMyWay({
    caseSensitive: true,
    maxParamLength: MAX_PARAMETER_LENGTH,
    // Few endpoints have a query, and those read it themselves.
    querystringParser: () => undefined,
    // Called by nobody. Without it, a path that cannot be decoded would look like one that nobody has.
    onBadUrl: isBadUrl,
  });
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  for (const [path, rows] of byPath) router.on('GET', path, () => {}, methodTable(path, rows));

  const unknown = (answer: Endpoint['answer']): Match => ({
    route: 'unknown',
    failure: undefined,
    params: NO_PARAMS,
    answer,
  });
  const atUnknownPath = unknown(notFound);
  const undecodable = unknown(() => {
    throw new ApiError(BadRequest);
  });
  const everywhere = unknown(() => noContent(allowedOf(endpoints)));

  return {
    match(method, url) {
      if (url === '*' && method === 'OPTIONS') return everywhere;
      const found = router.find('GET', url);
      if (found === null) return atUnknownPath;
      const table = found.store as MethodTable | null;
      if (table === null) return undecodable;
      const match = table.get(method) ?? table.otherwise;
      const values = Object.values(found.params);
      if (values.length === 0) return match;
      return values.includes('') ? atUnknownPath : { ...match, params: found.params };
    },
  };
}

function methodTable(path: string, rows: readonly Endpoint[]): MethodTable {
  const allow = allowedOf(rows);
  const entry = (answer: Endpoint['answer'], failure?: ErrorDeclaration): Match => ({
    route: path,
    failure,
    params: NO_PARAMS,
    answer,
  });
  const table = new Map<string, Match>();
  for (const row of rows) {
    if (table.has(row.method)) throw new Error(`${row.method} ${path} is declared twice`);
    table.set(
      row.method,
      entry((request: HttpRequest) => row.answer(request), row.failure),
    );
  }
  const get = table.get('GET');
  if (get) table.set('HEAD', get);
  table.set(
    'OPTIONS',
    entry(() => noContent(allow)),
  );
  const otherwise = entry(() => {
    throw new ApiError(MethodNotAllowed, undefined, { allow });
  });
  return Object.assign(table, { otherwise });
}

/** HEAD comes with GET, and OPTIONS with every path. */
const allowedOf = (rows: readonly Endpoint[]): string => {
  const methods = new Set(rows.map(({ method }): string => method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].join(', ');
};

const noContent = (allow: string): HttpAnswer => ({ status: 204, headers: { allow }, body: '' });
