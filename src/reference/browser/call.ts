import { below } from '../../pages/browser/base-path.ts';
import type { TriableField, TriableOperation } from '../reference-data.ts';

/** The answer, as far as it has arrived. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface Call {
  readonly operation: TriableOperation;
  readonly token: string;
  readonly entered: (field: TriableField) => string;
}

/** The others are the same for every answer. */
const SHOWN_HEADERS = [
  ...[/^x-(?!content-type-options|frame-options|permitted)/, /^content-(type|disposition)/],
  /^(ratelimit|retry-after|www-authenticate|location|deprecation|sunset)/,
];

/** Some operations answer with files or endless streams. */
const MAX_BODY_LENGTH = 200_000;

/**
 * The body to send, without empty fields; undefined if the operation takes none. Sends invalid JSON as text, to show
 * how the service refuses it.
 */
export function bodyOf({ operation, entered }: Call): object | undefined {
  if (!operation.hasBody) return undefined;
  const given = operation.fields.filter((field) => field.in === 'body' && entered(field) !== '');
  const sentValue = (field: TriableField) => {
    const value = entered(field);
    return field.type === 'string' ? value : parsed(value, value);
  };
  return Object.fromEntries(given.map((field) => [field.name, sentValue(field)]));
}

export function parsed(json: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return otherwise;
  }
}

function addressOf({ operation, entered }: Call): string {
  const { path, fields } = operation;
  const values = new Map(fields.map((field) => [field.name, entered(field)]));
  const query = new URLSearchParams(
    fields
      .filter((field) => field.in === 'query' && entered(field) !== '')
      .map((field) => [field.name, entered(field)]),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
  return query === '' ? filled : `${filled}?${query}`;
}

/** Calls the service. Reports the answer whenever more of it arrives, and returns it once it is complete. */
export async function send(call: Call, signal: AbortSignal, report: (answer: Answer) => void): Promise<Answer> {
  const body = bodyOf(call);
  const began = performance.now();
  const response = await fetch(below(addressOf(call)), {
    method: call.operation.method,
    headers: {
      ...(call.token !== '' && { authorization: `Bearer ${call.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  });
  let answer: Answer = {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - began),
    headers: [...response.headers].filter(([name]) => SHOWN_HEADERS.some((shown) => shown.test(name))),
    body: '',
  };
  report(answer);
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  while (reader && answer.body.length < MAX_BODY_LENGTH) {
    const { done, value } = await reader.read();
    if (done) break;
    answer = { ...answer, body: answer.body + decoder.decode(value, { stream: true }) };
    report(answer);
  }
  await reader?.cancel();
  const json = parsed(answer.body);
  if (json !== undefined) answer = { ...answer, body: JSON.stringify(json, null, 2) };
  report(answer);
  return answer;
}
