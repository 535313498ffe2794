import { type DestinationStream, destination, type Logger, pino } from 'pino';

export interface LogSettings {
  readonly logLevel: string;
  readonly logFormat: 'json' | 'text';
}

export function createLog({ logLevel, logFormat }: LogSettings, stream: DestinationStream = standardOutput()): Logger {
  return pino(
    { level: logLevel, timestamp: pino.stdTimeFunctions.isoTime, base: null, serializers: { err: describeError } },
    logFormat === 'json' ? stream : { write: (line) => stream.write(forPeople(line)) },
  );
}

/** Where several processes share the output, each line is one write: longer ones would be torn apart by the others'. */
export const standardOutput = ({ isShared } = { isShared: false }): DestinationStream =>
  destination({ dest: 1, sync: isShared });

/** No more than this: PostgreSQL adds the whole row to its complaint, e-mail and password hash included. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name: type, message, stack } = error;
  return { type, message, stack, ...('code' in error && { code: error.code }) };
};

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
  err?: { stack?: string };
  [member: string]: unknown;
}

/** 14:03:59 request method=GET route=/api/me status=200 ms=1.2 */
function forPeople(line: string): string {
  const { level, time, msg = '', err, requestId: _, ...rest } = JSON.parse(line) as LogLine;
  const members = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${[time.slice(11, 19), `${LEVELS[level] ?? ''}${msg}`, ...members].join(' ')}${stack}\n`;
}
