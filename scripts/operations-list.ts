import { OPENAPI_TEXT } from './openapi-text.ts';

type Header = 'X-Error-Code' | 'X-Result';

interface Response {
  readonly headers?: Readonly<Partial<Record<Header, { readonly schema: { readonly enum: readonly string[] } }>>>;
  readonly content?: Readonly<Record<string, object>>;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  /** Alternative schemes, each with its scopes. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Listed extends Described {
  readonly method: string;
  readonly path: string;
  /** Each as `401 invalid_token`. */
  readonly errors: readonly string[];
}

const DOCUMENT: {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
} = JSON.parse(OPENAPI_TEXT);

const takes = ({ security }: Listed, scheme: string): boolean => security.some((one) => scheme in one);
const isAdmin = ({ path }: Listed): boolean => path.startsWith('/api/admin/');

/** Kinds of operations; the errors common to a kind are listed once. */
const KINDS: Readonly<Record<string, (one: Listed) => boolean>> = {
  'below /api': ({ path }) => path.startsWith('/api/'),
  'with a body': ({ requestBody }) => requestBody !== undefined,
  'with a token': ({ security }) => security.length > 0,
  'with accessToken': (one) => takes(one, 'accessToken'),
  'below /api/admin': isAdmin,
  'below /api/admin, with apiKey': (one) => isAdmin(one) && takes(one, 'apiKey'),
};

/** Every operation of the OpenAPI document with its tokens, statuses and error codes. */
export function operationsList(): string {
  const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...one,
      method: method.toUpperCase(),
      path,
      errors: errorsOf(one),
    })),
  );
  const common = new Map<string, readonly string[]>();
  const impliedIn = (one: Listed) => [...common].flatMap(([kind, errors]) => (KINDS[kind]?.(one) ? errors : []));
  for (const [kind, includes] of Object.entries(KINDS)) {
    const [first, ...others] = operations.filter(includes);
    if (first === undefined) throw new Error(`no operation is ${kind}`);
    const implied = impliedIn(first);
    const shared = first.errors.filter((error) => others.every(({ errors }) => errors.includes(error)));
    common.set(
      kind,
      shared.filter((error) => !implied.includes(error)),
    );
  }
  const kinds = [...common].map(([kind, errors]) => `${kind}\n${errorLine(errors)}\n`).join('');
  const groups = DOCUMENT.tags.map(({ name }) => {
    const own = operations.filter(({ tags }) => tags.includes(name));
    return `\n# ${name}\n\n${own.map((one) => entry(one, new Set(impliedIn(one)))).join('')}`;
  });
  return `${HEAD}\n\n${kinds}${groups.join('')}`;
}

const HEAD = `# Every operation, written by \`npm run docs\`, so that a change of the interface is seen in review: method, path,
# operation id, tokens or scope of the API key, status of success with the values of X-Result, error codes.
# These errors come with the kind of an operation, and are not repeated below.`;

const valuesOf = ({ headers }: Response, header: Header): readonly string[] => headers?.[header]?.schema.enum ?? [];

const errorsOf = ({ responses }: Described): string[] =>
  Object.entries(responses).flatMap(([status, response]) =>
    valuesOf(response, 'X-Error-Code').map((code) => `${status} ${code}`),
  );

function entry(one: Listed, implied: ReadonlySet<string>): string {
  const tokens = one.security.flatMap(Object.entries).map(([scheme, scopes]) => [scheme, ...scopes].join(' '));
  const own = one.errors.filter((error) => !implied.has(error));
  const asked = [`${one.method} ${one.path}`, one.operationId, tokens.join(' or ') || 'no token', successOf(one)];
  return [asked.join(', '), ...(own.length > 0 ? [errorLine(own)] : [])].map((line) => `${line}\n`).join('');
}

function successOf({ responses }: Described): string {
  const [status, response = {}] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const types = Object.keys(response.content ?? {}).filter((type) => type !== 'application/json');
  return [status, ...types, ...valuesOf(response, 'X-Result')].join(' ');
}

/** By status: `  400 invalid_json invalid_field, 401 invalid_token`. */
function errorLine(errors: readonly string[]): string {
  const byStatus = Map.groupBy(
    errors.map((error) => error.split(' ')),
    ([status]) => status,
  );
  return `  ${[...byStatus].map(([status, all]) => [status, ...all.map(([, code]) => code)].join(' ')).join(', ')}`;
}
