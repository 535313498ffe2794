import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { ERROR_CATALOGUE } from '../../src/api/openapi/document.ts';
import { isOpenIdPath, problemWithOpenId } from './openid-requests.ts';
import { createFuzzer, type FuzzRequest, type Ingredients } from './requests.ts';

export interface FuzzResult {
  /** How often each status was answered; 0 counts connections that were closed without an answer. */
  readonly statuses: Record<number, number>;
  /** One line each, with what reproduces it. */
  readonly findings: string[];
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const MAX_FINDINGS = 20;
/** Of pino. */
export const ERROR_LEVEL = 50;
/** Not in the envelope: documents that tools expect as they are. */
const PLAIN = new Set([
  '/.well-known/jwks.json',
  '/openapi.json',
  ...['audit', 'users', 'sessions', 'emails'].map((list) => `/api/admin/${list}/export`),
]);

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  readonly ingredients: Ingredients;
  /**
   * How many are under way at a time. One: the same seed sends the same requests in the same order, and finds the same.
   * With more, each run also finds what two requests do to each other.
   */
  readonly atOnce: number;
  /** What the service has written to its log so far. */
  readonly logLines: readonly string[];
}

export async function fuzz(
  url: string,
  { requests, seed, ingredients, atOnce, logLines }: FuzzOptions,
): Promise<FuzzResult> {
  const next = createFuzzer(seed, ingredients);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses: Record<number, number> = {};
  const findings: string[] = [];
  const beside: Promise<void>[] = [];
  let sent = 0;
  const judge = async (one: FuzzRequest, number: number) => {
    const loggedBefore = logLines.length;
    const received = await (one.raw === undefined ? send(url, one, agent) : sendRaw(url, one.raw));
    statuses[received.status] = (statuses[received.status] ?? 0) + 1;
    const problem = problemWith(one, received, ingredients.openId.addresses);
    if (!problem) return;
    const asked = `seed ${seed}, request ${number} of ${atOnce} at a time`;
    const logged = causesOf(received, logLines.slice(loggedBefore)).map((line) => `\n  ${line.trim()}`);
    findings.push(`${problem} (${asked}): ${describe(one)} → ${received.text.slice(0, 200)}${logged.join('')}`);
  };
  const sender = async () => {
    while (sent < requests && findings.length < MAX_FINDINGS) {
      const one = next();
      const judged = judge(one, sent++);
      // What is hardly HTTP changes nothing, and may have to wait for an answer that never comes.
      if (one.raw === undefined) await judged;
      else beside.push(judged);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  await Promise.all(beside);
  agent.destroy();
  return { statuses, findings };
}

/** The errors that were logged with the id of the request, or else all that were logged meanwhile. */
function causesOf({ headers }: Received, lines: readonly string[]): readonly string[] {
  const errors = lines.filter((line) => JSON.parse(line).level >= ERROR_LEVEL);
  const own = errors.filter((line) => JSON.parse(line).requestId === headers['x-request-id']);
  return own.length > 0 ? own : errors;
}

const describe = ({ raw, ...one }: FuzzRequest): string =>
  (raw === undefined ? JSON.stringify({ ...one, body: one.body?.toString('latin1') }) : JSON.stringify(raw)).slice(
    0,
    2000,
  );

function problemWith(
  { method, path, raw }: FuzzRequest,
  { status, headers, text }: Received,
  addresses: readonly string[],
): string | undefined {
  // A connection that is no HTTP may end without a word; a request may not.
  if (status === 0) return raw === undefined ? 'no answer' : undefined;
  if (status >= 500) return `answered ${status}`;
  if (method === 'HEAD' || status === 204) return text === '' ? undefined : 'a body where there may be none';
  if (isOpenIdPath(path)) return problemWithOpenId(path, { status, headers, text }, addresses);
  const isKeySet = path.startsWith('/.well-known/jwks.json') && status === 200;
  if (headers['cache-control'] !== 'no-store' && !isKeySet) return 'may be cached';
  if (PLAIN.has(path.split('?', 1)[0] ?? '') && status === 200) return undefined;
  return problemWithEnvelope(status, headers, text);
}

function problemWithEnvelope(status: number, headers: Received['headers'], text: string): string | undefined {
  let envelope: Record<string, unknown>;
  try {
    envelope = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  const members = Object.keys(envelope).sort().join();
  const isError = status >= 400;
  if (members !== 'data,message,status') return `the envelope has ${members}`;
  if (envelope.status !== (isError ? 'error' : 'success')) return `the envelope says ${envelope.status}`;
  if (!isError) return undefined;
  if (typeof envelope.message !== 'string' || envelope.data !== null) return 'an error without its members';
  const code = String(headers['x-error-code']);
  const isKnown = ERROR_CATALOGUE.some((error) => error.code === code && error.status === status);
  return isKnown ? undefined : `the error code is ${code}`;
}

const send = (url: string, { method, path, headers, body }: FuzzRequest, agent: Agent): Promise<Received> =>
  new Promise((resolve) => {
    const lost = () => resolve({ status: 0, headers: {}, text: '' });
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path: path || '/', method, headers: { ...headers, ...length }, agent });
    const collect = (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', lost);
    };
    sent.on('response', collect);
    sent.on('upgrade', (_response, socket) => socket.destroy());
    // Refused for its size while it was still being sent: the answer may be lost with the connection.
    sent.on('error', () => (Buffer.byteLength(body ?? '') > 60_000 ? resolve(TOO_LARGE) : lost()));
    sent.end(body);
  });

const TOO_LARGE: Received = {
  status: 413,
  headers: { 'cache-control': 'no-store', 'x-error-code': 'body_too_large' },
  text: '{"status":"error","message":"","data":null}',
};

/** One connection each, and the first answer on it. */
const sendRaw = (url: string, raw: string): Promise<Received> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('connect', () => socket.write(raw, 'latin1'));
    socket.on('data', (chunk) => {
      heard += chunk;
      if (isWhole(heard)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(parseAnswer(heard)));
  });

const isWhole = (heard: string): boolean => {
  const [head = '', body] = split(heard);
  return body !== undefined && Buffer.byteLength(body) >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
};

const split = (heard: string): string[] => {
  const end = heard.indexOf('\r\n\r\n');
  return end === -1 ? [heard] : [heard.slice(0, end), heard.slice(end + 4)];
};

function parseAnswer(heard: string): Received {
  const [head = '', text = ''] = split(heard);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, text };
}
