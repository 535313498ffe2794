import type { Environment } from '../../config/config.ts';
import type { EnvironmentFile } from '../../config/environment.ts';
import type { OptionValues, TakenOptions } from './command-options.ts';
import type { Print } from './print.ts';

export type Ask = (question: string) => Promise<string>;

/** The dependencies of a command. */
export interface CommandContext {
  /** Environment variables merged with the environment file. */
  readonly environment: Environment;
  /** The environment file in use, and the names that only it sets. */
  readonly settingsFile: EnvironmentFile;
  /** Arguments after the words of the command, without options. */
  readonly args: readonly string[];
  readonly options: OptionValues;
  readonly print: Print;
  /** Prints to standard error: hints that must not be mixed with output that a program may parse. */
  readonly note: (line: string) => void;
  readonly nowMs: () => number;
  /** Prompts at the terminal; undefined without one, and with --json. */
  readonly ask?: Ask | undefined;
}

/** One row of the table that drives dispatch, usage and docs/commands.md. */
export interface Command extends TakenOptions {
  /** The words that call it, such as `users list`. */
  readonly words: readonly string[];
  /** The parameters, as printed by --help. */
  readonly parameters: string;
  readonly about: string;
  /** The words of the command that it follows in the help, for a command of a feature. Without, it precedes `apply`. */
  readonly after?: string;
  /** Further lines of `latchkey help <command>`: its options, an example. */
  readonly details?: readonly string[];
  /** The command works without settings, and with invalid ones. */
  readonly needsNoSettings?: true;
  /** The command changes something: it completes even if standard output is closed. */
  readonly changes?: true;
  readonly run: 'serve' | 'test-server' | ((context: CommandContext) => Promise<void> | void);
}
