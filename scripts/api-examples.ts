import { DESCRIBED_ENDPOINTS } from '../src/app/described-endpoints.ts';
import { openApiDocument } from '../src/operations/openapi/document.ts';
import { loadRoutes, ROUTES } from '../src/operations/routes.ts';
import { VERSION } from '../src/version.ts';

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}
type Content = Readonly<Record<string, { readonly example: unknown }>>;

/** An example of request and answer for every operation, out of the OpenAPI document: docs/api-examples.md. */
export async function apiExamples(): Promise<string> {
  const document = openApiDocument(VERSION, await loadRoutes(ROUTES), DESCRIBED_ENDPOINTS) as {
    tags: { name: string; description: string }[];
    paths: Record<string, Record<string, Described>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  );
  const groups = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ described }) => described.tags[0] === name);
    return `## ${name}\n\n${description}\n\n${own.map(example).join('\n')}`;
  });
  return `${HEAD}\n\n${groups.join('\n')}`;
}

const HEAD = `# A request and an answer of every operation

Made from [openapi.json](openapi.json) by \`npm run docs\`. \`$TOKEN\` is the token that [the table](api.md) names; the
errors of each operation are in the document, and [errors.md](errors.md) explains them.`;

interface Shown {
  readonly method: string;
  readonly path: string;
  readonly described: Described;
}

function example({ method, path, described }: Shown): string {
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
  const answer = exampleIn(content);
  const shown = typeof answer === 'string' ? answer.replaceAll('\r', '').trimEnd() : JSON.stringify(answer, null, 2);
  return [
    `### ${summary}\n`,
    `\`${method} ${path}\`: ${description}\n`,
    `\`\`\`sh\n${lines.join(' \\\n')}\n\`\`\`\n`,
    `${status}:\n\n\`\`\`${typeof answer === 'string' ? '' : 'json'}\n${shown}\n\`\`\`\n`,
  ].join('\n');
}

const exampleIn = (content: Content): unknown => Object.values(content)[0]?.example;
