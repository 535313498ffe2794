import type { Environment } from '../../config/config.ts';
import { CommandError } from '../command-error.ts';
import { startTool, toolEnvironment } from './postgres-tools.ts';
import { flush } from './sqlite-copy.ts';

/** Schemas that `latchkey restore` has set aside. */
const ASIDE_PREFIX = 'before_restore_';

/** Dumps the database into an empty file, then reads the file back. */
export async function dumpPostgres(environment: Environment, databaseUrl: string, file: string): Promise<void> {
  const env = toolEnvironment(environment, databaseUrl);
  const args = ['--format=custom', `--exclude-schema=${ASIDE_PREFIX}*`, `--file=${file}`];
  await startTool('pg_dump', args, env, 'in').ended;
  await newestMigrationIn(file, env);
  flush(file);
}

/** The schema version in a dump, which is read to the end. Throws if it is not a Latchkey dump. */
export async function newestMigrationIn(file: string, env: Environment): Promise<number> {
  const { child, ended } = startTool('pg_restore', ['--file=-', file], env, 'out');
  const versions: number[] = [];
  let isInTable = false;
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('COPY ')) isInTable = /^COPY (?:\w+\.)?schema_migrations \(version,/.test(line);
      else if (line === '\\.') isInTable = false;
      else if (isInTable) versions.push(Number.parseInt(line, 10));
    }
  });
  await ended;
  if (versions.length === 0) throw new CommandError(`${file} is not a dump of a Latchkey database`);
  return Math.max(...versions);
}
