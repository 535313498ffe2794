import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { COMMANDS } from './commands.ts';

/** Options that every command has. */
const COMMON = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  'env-file': { type: 'string' },
} as const;
const isCommon = (name: string): boolean => Object.hasOwn(COMMON, name);

export type CommandLine =
  /** `about` holds the commands that were asked about. */
  | { readonly kind: 'help'; readonly about: readonly Command[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly args: readonly string[];
      /** The file that --env-file names. */
      readonly envFile: string | undefined;
    };

/** Parses the command line. An option that the command does not have is an error. */
export function readCommandLine(line: readonly string[]): CommandLine {
  const { positionals, values } = parse(line, COMMON, false);
  if (positionals[0] === 'help') return { kind: 'help', about: commandsUnder(positionals.slice(1)) };
  if (values.help) return { kind: 'help', about: commandsUnder(positionals) };
  if (values.version) return { kind: 'version' };
  const command = commandCalledBy(positionals.length === 0 ? ['serve'] : positionals);
  if (!command) throw noSuchCommand(line);
  return { kind: 'command', command, ...readArguments(line, command) };
}

const noSuchCommand = (line: readonly string[]) =>
  new CommandError(`${line.join(' ')}: no such command, see latchkey --help`);

const startsWith = (long: readonly string[], short: readonly string[]): boolean =>
  short.every((word, at) => long[at] === word);

const commandCalledBy = (positionals: readonly string[]): Command | undefined =>
  COMMANDS.find(({ words }) => startsWith(positionals, words));

/** The command that the words name, else the commands of the group, else all commands. */
function commandsUnder(positionals: readonly string[]): readonly Command[] {
  const command = commandCalledBy(positionals);
  if (command) return [command];
  const group = COMMANDS.filter(({ words }) => words.length > 1 && words[0] === positionals[0]);
  return group.length > 0 ? group : COMMANDS;
}

function readArguments(line: readonly string[], { words, options, parameters }: Command) {
  const { tokens } = parse(line, { ...COMMON, ...options }, true, words);
  const args: string[] = [];
  let envFile: string | undefined;
  let wordsLeft = words.length;
  for (const token of tokens) {
    if (token.kind === 'positional' && wordsLeft > 0) wordsLeft -= 1;
    else if (token.kind === 'positional') args.push(token.value);
    else if (token.kind === 'option-terminator') args.push('--');
    else if (token.name === 'env-file') envFile = token.value;
    else if (!isCommon(token.name)) {
      args.push(token.value === undefined ? `--${token.name}` : `--${token.name}=${token.value}`);
    }
  }
  if (parameters === '' && args.length > 0) throw noSuchCommand(line);
  if (envFile === '') throw new CommandError(`${words.join(' ')}: --env-file names no file`);
  return { args, envFile };
}

function parse(line: readonly string[], options: ParseArgsOptionsConfig, strict: boolean, words?: readonly string[]) {
  try {
    return parseArgs({ args: [...line], options, strict, allowPositionals: true, tokens: true });
  } catch (error) {
    // The first sentence of parseArgs' message names the invalid option; the rest is about quoting.
    const [reason] = error instanceof Error ? error.message.split(/[.\n]/, 1) : [String(error)];
    const name = words?.join(' ') ?? '';
    throw new CommandError(`${name}: ${reason}, see latchkey ${name} --help`);
  }
}
