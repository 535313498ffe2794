import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { RequestLine } from '../http/server.ts';
import { harmlessText } from '../runtime/harmless-text.ts';

export interface LogSettings {
  readonly logLevel: string;
  readonly logFormat: 'json' | 'text';
}

export function createLog({ logLevel, logFormat }: LogSettings, stream: DestinationStream = standardOutput()): Logger {
  return pino(
    { level: logLevel, timestamp, base: null, serializers: { err: describeError } },
    logFormat === 'json' ? stream : { write: (line) => stream.write(forPeople(line)) },
  );
}

/** Where several processes share the output, a write may be no longer than this, or the others' would tear it apart. */
const UNTORN_BYTES = 4096;

export interface StandardOutput extends DestinationStream {
  /** Before the process ends. */
  flushSync(): void;
}

/** Lines are written together, but none later than anybody could notice. Written one by one, they were a fifth of what a read costs. */
const WRITE_AFTER_MS = 10;

export function standardOutput({ isShared } = { isShared: false }): StandardOutput {
  const output = destination({ dest: 1, sync: isShared });
  let lines: string[] = [];
  const writeAll = () => {
    for (const chunk of isShared ? untorn(lines) : [lines.join('')]) output.write(chunk);
    lines = [];
  };
  const flushSync = () => {
    if (lines.length > 0) writeAll();
    output.flushSync();
  };
  return {
    write(line) {
      if (lines.push(line) === 1) setTimeout(writeAll, WRITE_AFTER_MS);
    },
    flushSync,
  };
}

function untorn(lines: readonly string[]): string[] {
  const chunks: string[] = [];
  let bytes = UNTORN_BYTES;
  for (const line of lines) {
    const length = Buffer.byteLength(line);
    if (bytes + length > UNTORN_BYTES) {
      chunks.push(line);
      bytes = length;
    } else {
      chunks.push(`${chunks.pop()}${line}`);
      bytes += length;
    }
  }
  return chunks;
}

/** Many lines fall into one millisecond, and to write out a time costs more than the rest of its line. */
let writtenMs = Number.NaN;
let written = '';
function timestamp(): string {
  const nowMs = Date.now();
  if (nowMs !== writtenMs) {
    writtenMs = nowMs;
    written = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return written;
}

/** To a tenth. */
export const msSince = (begunMs: number): number => Math.round((performance.now() - begunMs) * 10) / 10;

/** Writes the one line that there is for every request, just as the log itself would, in a third of the time. */
export function createRequestLog(log: Logger): (line: RequestLine) => void {
  const { [pino.symbols.streamSym]: stream } = log as Logger & { [pino.symbols.streamSym]: DestinationStream };
  return ({ requestId, method, route, status, ms }) => {
    if (!log.isLevelEnabled('info')) return;
    stream.write(
      `{"level":30${timestamp()},"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms},"msg":"request"}\n`,
    );
  };
}

/** No more than this: PostgreSQL adds the whole row to its complaint, e-mail and password hash included. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name: type, stack } = error;
  const isTraced = stack?.includes('\n    at ');
  return {
    type,
    message: harmlessText(error.message),
    ...(isTraced && { stack: harmlessStack(stack as string) }),
    ...('code' in error && { code: error.code }),
  };
};

/** A message of several lines is part of the stack: only lines of the log itself may begin at the left. */
const harmlessStack = (stack: string): string =>
  stack
    .split('\n')
    .map((line, at) => `${at === 0 ? '' : '    '}${harmlessText(line.trim())}`)
    .join('\n');

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
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

/** 14:03:59 request method=GET route=/api/me status=200 ms=1.2 requestId=… */
function forPeople(line: string): string {
  const { level, time, msg = '', err, requestId, ...rest } = JSON.parse(line) as LogLine;
  const members = Object.entries({ ...rest, ...(err && !err.stack && { error: err.message }), requestId })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const stack = err?.stack ? `\n    ${err.stack}` : '';
  const text = [time.slice(11, 19), `${LEVELS[level] ?? ''}${msg}`, ...members].join(' ');
  return `${harmlessText(text)}${stack}\n`;
}
