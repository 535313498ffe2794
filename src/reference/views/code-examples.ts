export interface ExampleCall {
  readonly method: string;
  /** With parameters filled in. */
  readonly path: string;
  readonly hasToken: boolean;
  readonly body: unknown;
  /** False for files and streams. */
  readonly answersJson: boolean;
}

/** browser/code-examples.ts replaces it with the address of the page. */
const ORIGIN = 'http://localhost:3000';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function curlExample({ method, path, hasToken, body }: ExampleCall): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(ORIGIN + path)}`,
    // Double quotes let the shell expand the variable.
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
