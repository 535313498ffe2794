import { type Environment, MissingSetting } from '../config/config.ts';
import { type EnvironmentFile, NO_FILE, readEnvironment } from '../config/environment.ts';
import { VERSION } from '../lib/version.ts';
import { explainError } from './explain-error.ts';
import type { Ask, Command } from './framework/command.ts';
import { ChecksFailed, CommandError, UsageError } from './framework/command-error.ts';
import type { OptionValues } from './framework/command-options.ts';
import { NoDatabaseYet } from './framework/open-database.ts';
import { type OutputStream, type Print, printTo } from './framework/print.ts';
import { readCommandLine } from './read-command-line.ts';
import { usage } from './usage.ts';

/** The parts of the process that the command line uses. */
interface ProcessIO {
  readonly environment: Environment;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly isTerminal: boolean;
  readonly nowMs: () => number;
  /** The environment file of the systemd unit, for commands that are given no other settings. */
  readonly unitFile: string | undefined;
  /** The service keeps running after this resolves. */
  readonly serve: (environment: Environment, file: EnvironmentFile) => Promise<void>;
  /** The service keeps running after this resolves. */
  readonly serveForTests: (environment: Environment, options: OptionValues) => Promise<void>;
  readonly ask?: Ask | undefined;
}

/** The reader of standard output has closed the pipe, as in `latchkey users list | head`. */
class OutputClosed extends Error {}

/** With --json, each line of standard error is a JSON object. */
const errorLine = (kind: 'note' | 'error', text: string, json: boolean): string =>
  json ? `${JSON.stringify({ [kind]: text })}\n` : `latchkey: ${text}\n`;

/** Runs the command line. Resolves to the exit code; errors are printed on one line unless they are bugs. */
export async function runCommandLine(args: readonly string[], io: ProcessIO): Promise<number> {
  try {
    await run(args, io);
    return 0;
  } catch (error) {
    if (error instanceof OutputClosed) return 0;
    if (error instanceof ChecksFailed) return 1;
    io.stderr.write(errorLine('error', explainError(error), args.includes('--json')));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(args: readonly string[], io: ProcessIO): Promise<void> {
  const { stdout, stderr, isTerminal, nowMs, unitFile, ask, serve, serveForTests } = io;
  const line = readCommandLine(args);
  if (line.kind === 'help') return void stdout.write(`${usage(line.topic)}\n`);
  if (line.kind === 'version')
    return printTo(stdout, { json: args.includes('--json'), isTerminal })(VERSION, { version: VERSION });
  const { command, options } = line;
  const json = options.json === true;
  const note = (text: string): void => void stderr.write(errorLine('note', text, json));
  const isService = typeof command.run === 'string';
  const { environment, file } = command.needsNoSettings
    ? { environment: io.environment, file: NO_FILE }
    : readEnvironment(io.environment, options['env-file'], isService ? undefined : unitFile);
  if (command.run === 'serve') return serve(environment, file);
  if (command.run === 'test-server') return serveForTests(environment, options);
  if (file.isOfUnit) note(`with the settings of ${file.path}`);
  try {
    await command.run({
      environment,
      settingsFile: file,
      args: line.args,
      options,
      print: whileRead(command, stdout, printTo(stdout, { json, isTerminal })),
      note,
      nowMs,
      ask: json ? undefined : ask,
    });
  } catch (error) {
    if (error instanceof NoDatabaseYet) throw new CommandError(`${error.message}. ${whichSettings(file)}`);
    throw error instanceof MissingSetting ? new CommandError(`${error.message} (${whichSettings(file)})`) : error;
  }
}

const whichSettings = ({ path }: EnvironmentFile): string =>
  path === undefined
    ? 'If its settings are in a file, name it: --env-file <file>'
    : `The settings are those of ${path}`;

/** A closed standard output is not an error: commands that make changes complete, others stop. */
const whileRead = ({ changes }: Command, stdout: OutputStream, print: Print): Print =>
  Object.assign(
    (...printed: Parameters<Print>): void => {
      if (stdout.errored && !changes) throw new OutputClosed();
      print(...printed);
    },
    { isTerminal: print.isTerminal, taken: print.taken },
  );
