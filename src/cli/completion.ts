import type { Command, CommandContext } from './command.ts';
import { UsageError } from './command-error.ts';
import { COMMON, OPTIONS, type OptionName, optionsOf } from './command-options.ts';

/** Each script asks the program for the next words; if it returns none, the shell offers files. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_latchkey() {
  local IFS=$'\\n'
  COMPREPLY=($(latchkey completion -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _latchkey latchkey`,
  zsh: `#compdef latchkey
_latchkey() {
  local -a found
  found=(\${(f)"$(latchkey completion -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -a found; else _files; fi
}
if [ "$funcstack[1]" = _latchkey ]; then _latchkey "$@"; else compdef _latchkey latchkey; fi`,
  fish: `function __latchkey
    set -l found (latchkey completion -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c latchkey -f -a '(__latchkey)'`,
};

export function completion({ args, print, commands }: CommandContext): void {
  const [first = '', ...rest] = args;
  if (first === '--') {
    const [typed = '', ...before] = rest.toReversed();
    for (const word of candidates(commands, before.toReversed(), typed)) print(word);
    return;
  }
  const script = SCRIPTS[first];
  if (script === undefined || rest.length > 0)
    throw new UsageError(`completion: for which shell? Example: latchkey completion ${Object.keys(SCRIPTS)[0]}`);
  print(script);
}

/** The possible words at `typed`. None: the user has to supply a value, such as a file. */
function candidates(commands: readonly Command[], before: readonly string[], typed: string): string[] {
  const valued = optionsWithValue(COMMON);
  const words = before.filter((word, at) => !word.startsWith('-') && !valued.includes(before[at - 1] ?? ''));
  const command = commands.find((one) => one.words.every((word, at) => words[at] === word));
  const options = command ? optionsOf(command) : COMMON;
  const isValue = optionsWithValue(options).includes(before.at(-1) ?? '');
  if (isValue) return [];
  const possible = typed.startsWith('-') ? options.map((name) => `--${name}`) : nextWords(commands, words, command);
  return possible.filter((word) => word.startsWith(typed));
}

const optionsWithValue = (options: readonly OptionName[]): string[] =>
  options.flatMap((name) => (OPTIONS[name].type === 'string' ? `--${name}` : []));

function nextWords(commands: readonly Command[], words: readonly string[], command: Command | undefined): string[] {
  const isHelp = words[0] === 'help';
  const path = isHelp ? words.slice(1) : words;
  if (command) return path.length === command.words.length ? alternatives(command) : [];
  const next = commands.filter(({ words: all }) => path.every((word, at) => all[at] === word));
  const topics = isHelp ? ['commands', 'settings'] : ['help'];
  return [...new Set(next.flatMap((one) => one.words[path.length] ?? [])), ...(path.length === 0 ? topics : [])];
}

/** Parameters that list their values: `bash | zsh | fish`. */
const alternatives = ({ parameters }: Command): string[] =>
  parameters.includes('|') ? parameters.split('|').flatMap((one) => /^[a-z]+$/.exec(one.trim())?.[0] ?? []) : [];
