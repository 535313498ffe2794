import findMyWay from 'find-my-way';
import { hasForbiddenCharacters } from '../lib/characters.ts';
import { ApiError } from './api-error.ts';
import type { PathParameters } from './api-request.ts';
import type { Endpoint, HttpAnswer } from './endpoint.ts';
import { BadRequest, MethodNotAllowed } from './errors.ts';
import type { HttpRequest } from './request.ts';

/** A longer path parameter is answered with 404. */
const MAX_PARAMETER_LENGTH = 500;
/** An empty parameter matches nothing, and PostgreSQL rejects a statement with NUL, so both are answered with 404. */
const isInvalidParameter = (value: string | undefined): boolean => !value || hasForbiddenCharacters(value);

export interface Match {
  /** The path as declared, or `unknown`: the label in logs and metrics. */
  readonly route: string;
  readonly failure: Endpoint['failure'];
  readonly isProbe?: boolean | undefined;
  readonly params: PathParameters;
  readonly answer: Endpoint['answer'];
}

/** find-my-way alone: a framework cost 20 % of a read and had its own error answers. */
type FindMatch = (method: string, url: string) => Match;

/** The methods of one path, computed once at startup; `otherwise` answers 405. */
type MethodTable = ReadonlyMap<string, Match> & { readonly otherwise: Match; readonly hasParameters: boolean };

const NO_PARAMS = {};

/**
 * Finds the endpoint for a method and a URL. Each path is registered once with a table of its methods, so HEAD, OPTIONS
 * and 405 behave the same for every spelling of a path.
 */
export function createRouter(endpoints: readonly Endpoint[], notFound: Endpoint['answer']): FindMatch {
  const notCalled = () => {};
  const router = findMyWay({
    caseSensitive: true,
    maxParamLength: MAX_PARAMETER_LENGTH,
    // Endpoints parse the query string themselves, and few have one.
    querystringParser: () => undefined,
    // Never called, because only `find` is used. With it, `find` distinguishes an undecodable path from an unknown one.
    onBadUrl: notCalled,
  });
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  for (const [path, rows] of byPath) router.on('GET', path, () => {}, methodTable(path, rows));

  const unknown = (answer: Endpoint['answer']): Match => ({
    route: 'unknown',
    failure: undefined,
    params: NO_PARAMS,
    answer,
  });
  const unknownPath = unknown(notFound);
  const undecodable = unknown(() => {
    throw new ApiError(BadRequest);
  });
  const serverWideOptions = unknown(() => noContent(allowHeader(endpoints)));

  return (method, url) => {
    if (url === '*') return method === 'OPTIONS' ? serverWideOptions : undecodable;
    const found = router.find('GET', url);
    if (found === null) return unknownPath;
    const table = found.store as MethodTable | null;
    if (table === null) return undecodable;
    const match = table.get(method) ?? table.otherwise;
    if (!table.hasParameters) return match;
    return Object.values(found.params).some(isInvalidParameter) ? unknownPath : { ...match, params: found.params };
  };
}

function methodTable(path: string, rows: readonly Endpoint[]): MethodTable {
  const allow = allowHeader(rows);
  const entry = (answer: Endpoint['answer'], failure?: Endpoint['failure']): Match => ({
    route: path,
    failure,
    params: NO_PARAMS,
    answer,
  });
  const table = new Map<string, Match>();
  for (const row of rows) {
    if (table.has(row.method)) throw new Error(`${row.method} ${path} is declared twice`);
    table.set(row.method, {
      ...entry((request: HttpRequest) => row.answer(request), row.failure),
      isProbe: row.isProbe,
    });
  }
  const get = table.get('GET');
  if (get) table.set('HEAD', get);
  if (!table.has('OPTIONS'))
    table.set(
      'OPTIONS',
      entry(() => noContent(allow)),
    );
  const otherwise = entry(() => {
    throw new ApiError(MethodNotAllowed, undefined, { allow });
  });
  return Object.assign(table, { otherwise, hasParameters: /[:*]/.test(path) });
}

/** The Allow header: GET implies HEAD, and every path has OPTIONS. */
const allowHeader = (rows: readonly Endpoint[]): string => {
  const methods = new Set(rows.map(({ method }): string => method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].join(', ');
};

const noContent = (allow: string): HttpAnswer => ({ status: 204, headers: { allow }, body: '' });
