/** A call of an operation, as the examples and the form of the page make it. */
export interface ExampleCall {
  readonly method: string;
  /** With its parameters filled in. */
  readonly path: string;
  readonly hasToken: boolean;
  /** Undefined: none. */
  readonly body: unknown;
  /** Whether the answer is JSON, and no file or stream. */
  readonly answersJson: boolean;
}

/** Until browser/code-examples.ts writes the address there that the page was opened at. */
const ORIGIN = 'http://localhost:3000';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function curlExample({ method, path, hasToken, body }: ExampleCall): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(ORIGIN + path)}`,
    // In double quotes, so that the shell fills it in.
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return parts.join(' \\\n  ');
}

export function fetchExample({ method, path, hasToken, body, answersJson }: ExampleCall): string {
  const headers = [
    ...(hasToken ? [`Authorization: \`Bearer \${token}\``] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')})`]),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
  const read = `const answer = await response.${answersJson ? 'json' : 'text'}();`;
  return `const response = await fetch(${JSON.stringify(ORIGIN + path)}${given});\n${read}`;
}
