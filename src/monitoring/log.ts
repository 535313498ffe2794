import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { HttpRequest } from '../http/request.ts';
import type { RequestLine } from '../http/server.ts';
import { escapeControlCharacters } from '../lib/escape-control-characters.ts';

interface LogSettings {
  readonly logLevel: string;
  readonly logFormat: 'json' | 'text';
  /** Whether lines of requests name the client. */
  readonly logClient?: boolean;
}

export function createLog({ logLevel, logFormat }: LogSettings, stream: DestinationStream = standardOutput()): Logger {
  return pino(
    { level: logLevel, timestamp: isoTime, base: null, serializers: { err: describeError } },
    inFormat(logFormat, stream),
  );
}

const inFormat = (logFormat: LogSettings['logFormat'], stream: DestinationStream): DestinationStream =>
  logFormat === 'json' ? stream : { write: (line) => stream.write(toTextLine(line)) };

/** Writes one JSON line synchronously, regardless of LOG_LEVEL, about why the service ends. */
export const logFatal = (message: string): void =>
  createLog({ logLevel: 'fatal', logFormat: 'json' }, standardOutput({ isShared: true })).fatal(message);

export interface StandardOutput extends DestinationStream {
  /** Resolves once every line so far is written, or after FLUSH_DEADLINE_MS if the reader of the pipe is stuck. */
  flushed(): Promise<void>;
  /** Flushes before an exit that cannot wait. Lines of an asynchronous write in progress may come late, or be lost. */
  flushSync(): void;
}

const FLUSH_DEADLINE_MS = 3000;
/** Lines are collected for this long and written together: a system call per line costs more than the line. */
const WRITE_INTERVAL_MS = 10;

/** If processes share the output, each line is one synchronous write, because larger writes would interleave. */
export const standardOutput = ({ isShared } = { isShared: false }): StandardOutput => {
  const output = destination({ dest: 1, sync: isShared });
  // Not with the destination's `minLength`, which measures its whole buffer with every line.
  let lines: string[] = [];
  const writeLines = () => {
    if (lines.length > 0) output.write(lines.join(''));
    lines = [];
  };
  return {
    write(line) {
      if (isShared) output.write(line);
      else if (lines.push(line) === 1) setTimeout(writeLines, WRITE_INTERVAL_MS);
    },
    async flushed() {
      if (isShared) return;
      writeLines();
      const { promise: written, resolve } = Promise.withResolvers<void>();
      const deadline = setTimeout(resolve, FLUSH_DEADLINE_MS);
      output.flush(() => resolve());
      await written;
      clearTimeout(deadline);
    },
    flushSync() {
      writeLines();
      output.flushSync();
    },
  };
};

/** Elapsed milliseconds, rounded to a tenth. */
export const msSince = (startedAtMs: number): number => Math.round((performance.now() - startedAtMs) * 10) / 10;

const [DEBUG, INFO] = [pino.levels.values.debug, pino.levels.values.info];
/** The message of the lines in the access log. */
const REQUEST = 'request';

type Sender = Pick<HttpRequest, 'requester' | 'accountId'>;
export type LogRequest = (line: RequestLine, sender?: Sender | undefined) => void;

/** The access log: one line per request, as pino would write it; no member of it needs escaping. */
export function createRequestLog(
  { logLevel, logFormat, logClient = false }: LogSettings,
  stream: DestinationStream,
): LogRequest {
  const levels = pino({ level: logLevel }, stream);
  if (!levels.isLevelEnabled('info')) return () => {};
  const logsProbes = levels.isLevelEnabled('debug');
  const output = inFormat(logFormat, stream);
  return ({ requestId, method, route, status, ms, errorCode, trace, isProbe }, sender) => {
    if (isProbe && !logsProbes) return;
    const request = `"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms}`;
    const ofTrace = trace === undefined ? '' : `,"traceId":"${trace.traceId}"`;
    const client = logClient ? senderMembers(sender, errorCode) : '';
    output.write(`{"level":${isProbe ? DEBUG : INFO}${isoTime()},${request}${ofTrace}${client},"msg":"${REQUEST}"}\n`);
  };
}

/** Members for LOG_CLIENT. The address needs no escaping: client-address.ts has validated it. */
function senderMembers(sender: Sender | undefined, errorCode: string | undefined): string {
  const client = sender?.requester.address;
  return [
    client ? `,"client":"${client}"` : '',
    sender?.accountId === undefined ? '' : `,"userId":${sender.accountId}`,
    errorCode === undefined ? '' : `,"code":"${errorCode}"`,
  ].join('');
}

let formattedSecond = Number.NaN;
let formatted = '';

/** pino's `time` member. Many lines fall into one second, and a date costs more to format than the rest of a line. */
function isoTime(): string {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  if (second !== formattedSecond) {
    formattedSecond = second;
    formatted = new Date(nowMs).toISOString().slice(0, -'000Z'.length);
  }
  return `,"time":"${formatted}${String(nowMs - second * 1000).padStart(3, '0')}Z"`;
}

/** Logs only these properties of an error: `detail` of a PostgreSQL error has the whole row, password hash included. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name: type, stack } = error;
  const isTraced = stack?.includes('\n    at ');
  return {
    type,
    message: escapeControlCharacters(error.message),
    ...(isTraced && { stack: escapedStack(stack as string) }),
    ...('code' in error && { code: error.code }),
  };
};

/** Indents further lines of a stack, so that none can be mistaken for a log line (log injection). */
const escapedStack = (stack: string): string =>
  stack
    .split('\n')
    .map((line, at) => `${at === 0 ? '' : '    '}${escapeControlCharacters(line.trim())}`)
    .join('\n');

const LEVELS: Record<number, string> = {
  10: 'trace: ',
  20: 'debug: ',
  30: '',
  40: 'warning: ',
  50: 'error: ',
  60: 'fatal: ',
};

interface LogLine {
  level: number;
  time: string;
  msg?: string;
  requestId?: string;
  err?: { message?: string; stack?: string };
  [member: string]: unknown;
}

/** Renders a JSON line for LOG_FORMAT=text, with the local time of day: `14:03:59 stopped ms=12.3`. */
function toTextLine(line: string): string {
  const { level, time, msg = '', err, requestId, ...rest } = JSON.parse(line) as LogLine;
  const stack = err?.stack ? `\n    ${err.stack}` : '';
  const isRequest = msg === REQUEST && err === undefined;
  const error = err && !err.stack ? err.message : undefined;
  const words = isRequest
    ? requestText(rest, requestId)
    : [msg, ...membersText({ ...rest, error, requestId })].join(' ');
  const text = `${new Date(time).toTimeString().slice(0, 8)} ${LEVELS[level] ?? ''}${words}`;
  return `${escapeControlCharacters(text)}${stack}\n`;
}

const membersText = (members: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);

/** `GET /api/me 200 3 ms`. An error also names the request id, which the client can quote from X-Request-Id. */
function requestText(
  { method, route, status, ms, ...rest }: Partial<RequestLine> & Readonly<Record<string, unknown>>,
  requestId: string | undefined,
): string {
  const text = [`${method} ${route} ${status} ${roundedMs(ms ?? 0)} ms`, ...membersText(rest)].join(' ');
  return (status ?? 0) < 400 ? text : `${text} requestId=${requestId}`;
}

const roundedMs = (ms: number): number => (ms < 1 ? ms : Math.round(ms));

/** The zone of the times in LOG_FORMAT=text: `UTC+01:00 (Central European Standard Time)`. */
export const formatTimeZone = (now: Date): string => now.toString().replace(/^.*GMT([+-]\d\d)(\d\d)/, 'UTC$1:$2');
