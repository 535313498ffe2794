import type { ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '../config/config.ts';

/** What a command is given to work with. */
export interface CommandContext {
  /** The settings as they were given: the environment, and below it the environment file. */
  readonly environment: Environment;
  /** What follows the words of the command, without the options that every command has. */
  readonly args: readonly string[];
  readonly print: (line: string) => void;
  /** Tells the operator what is not part of the command's answer, which a program may read. */
  readonly note: (line: string) => void;
  readonly nowMs: () => number;
}

/** One row of the table that drives dispatch, usage and docs/commands.md. */
export interface Command {
  /** The words that call it; the one without words is what starts when none is given. */
  readonly words: readonly string[];
  /** What follows the words, as the usage prints it. */
  readonly parameters: string;
  readonly about: string;
  readonly options?: ParseArgsOptionsConfig;
  /** It is finished even if nobody reads its answer any more. */
  readonly changes?: true;
  readonly run: 'serve' | ((context: CommandContext) => Promise<void> | void);
}
