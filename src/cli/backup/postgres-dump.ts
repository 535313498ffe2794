import type { Environment } from '../../config/config.ts';
import { CommandError } from '../framework/command-error.ts';
import { startTool, toolEnvironment } from './postgres-tools.ts';
import { flush } from './sqlite-copy.ts';

/** Schemas that `latchkey restore` has set aside. */
const ASIDE_PREFIX = 'before_restore_';

/** Dumps the database into an empty file, then reads the file back. */
export async function dumpPostgres(environment: Environment, databaseUrl: string, file: string): Promise<void> {
  const env = toolEnvironment(environment, databaseUrl);
  const args = ['--format=custom', `--exclude-schema=${ASIDE_PREFIX}*`, `--file=${file}`];
  await startTool('pg_dump', args, env, 'in').ended;
  await readDump(file, env);
  flush(file);
}

interface Dump {
  /** The schema number. */
  readonly version: number;
  /** The account ids. */
  readonly accounts: readonly number[];
}

/** Reads a dump to the end. Throws if it is not a Latchkey dump. */
export async function readDump(file: string, env: Environment): Promise<Dump> {
  const { child, ended } = startTool('pg_restore', ['--file=-', file], env, 'out');
  const versions: number[] = [];
  const accounts: number[] = [];
  /** The first columns that are collected. */
  const columns: Readonly<Record<string, number[]>> = { 'schema_migrations (version': versions, 'users (id': accounts };
  let column: number[] | undefined;
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('COPY ')) column = columns[/^COPY (?:\w+\.)?(\w+ \(\w+),/.exec(line)?.[1] ?? ''];
      else if (line === '\\.') column = undefined;
      else column?.push(Number.parseInt(line, 10));
    }
  });
  await ended;
  if (versions.length === 0) throw new CommandError(`${file} is not a dump of a Latchkey database`);
  return { version: Math.max(...versions), accounts };
}
