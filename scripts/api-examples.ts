import { OPENAPI_TEXT } from './openapi-text.ts';

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  /** Alternative schemes, each with its scopes. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly content: Content;
  readonly headers?: { readonly 'X-Error-Code'?: { readonly schema: { readonly enum: readonly string[] } } };
}
type Content = Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;

/** The content of docs/api-examples.md: an example, the tokens and the error codes of every operation. */
export function apiExamples(): string {
  const document: {
    tags: { name: string; description: string }[];
    paths: Record<string, Record<string, Described>>;
  } = JSON.parse(OPENAPI_TEXT);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  );
  const answers = new Map<string, string>();
  const groups = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ described }) => described.tags[0] === name);
    return `## ${name}\n\n${description}\n\n${own.map((one) => example(one, answers)).join('\n')}`;
  });
  return `${HEAD}\n\n${groups.join('\n')}`;
}

const HEAD = `# Every operation: tokens, errors, a request and an answer

Written from the OpenAPI document. \`$TOKEN\` is one of the tokens that the operation names.
[errors.md](errors.md) explains the error codes.

Of an answer, its status, \`message\` and \`data\` are printed; where no data is, it is \`{}\`. All three are
in [the envelope](api.md#answers), unless it is a file or a stream.`;

interface Shown {
  readonly method: string;
  readonly path: string;
  readonly described: Described;
}

const COLUMNS = 110;

function example({ method, path, described }: Shown, answers: Map<string, string>): string {
  const { summary, description, requestBody, responses, parameters = [], security } = described;
  const address = parameters
    .filter((one) => one.in === 'path')
    .reduce((so, { name, example: value = '' }) => so.replace(`{${name}}`, value), path);
  const [status = '', { content } = { content: {} }] =
    Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}http://localhost:3000${address}`,
    ...(security.length > 0 ? ['  -H "Authorization: Bearer $TOKEN"'] : []),
    ...(requestBody ? [`  -d '${JSON.stringify(exampleIn(requestBody.content))}'`] : []),
  ];
  return [
    `### ${summary}\n`,
    `\`${method} ${path}\`: ${description}\n`,
    `\`\`\`sh\n${lines.join(' \\\n')}\n\`\`\`\n`,
    `${status}${shownAnswer(content, summary, answers)}`,
    `Token: ${tokensOf(described)}. Errors: ${errorsOf(described)}.\n`,
  ].join('\n');
}

const tokensOf = ({ security }: Described): string =>
  security
    .flatMap(Object.entries)
    .map(([scheme, scopes]) => [scheme, ...scopes].join(' '))
    .join(' or ') || 'none';

const errorsOf = ({ responses }: Described): string =>
  Object.entries(responses)
    .map(([status, { headers }]) => [status, ...(headers?.['X-Error-Code']?.schema.enum ?? [])])
    .filter(([, ...codes]) => codes.length > 0)
    .map((codes) => codes.join(' '))
    .join(', ') || 'none';

/** `answers` has, for each schema, the operation whose answer is printed. */
function shownAnswer(content: Content, summary: string, answers: Map<string, string>): string {
  const [{ schema, example: answer } = { schema: {}, example: '' }] = Object.values(content);
  if (typeof answer === 'string') return `:\n\n\`\`\`\n${answer.replaceAll('\r', '').trimEnd()}\n\`\`\`\n`;
  const { message, data } = answer as { readonly message?: string; readonly data?: object };
  const shown = printed(data ?? answer);
  if (shown === '{}') return ` \`${message}\`\n`;
  const said = message === undefined ? '' : ` \`${message}\``;
  const first = answers.get(JSON.stringify(schema));
  if (first !== undefined && shown.includes('\n')) return `${said}, as [${first}](#${anchorOf(first)})\n`;
  answers.set(JSON.stringify(schema), first ?? summary);
  return `${said}:\n\n\`\`\`json\n${shown}\n\`\`\`\n`;
}

/** JSON in which short objects and lists take one line. */
function printed(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${isList ? '' : `${JSON.stringify(name)}: `}${printed(member, inner)}`,
  );
  const [open, close] = isList ? '[]' : '{}';
  const space = isList || members.length === 0 ? '' : ' ';
  const line = `${open}${space}${members.join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= COLUMNS) return line;
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`;
}

const anchorOf = (summary: string): string =>
  summary
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

const exampleIn = (content: Content): unknown => Object.values(content)[0]?.example;
