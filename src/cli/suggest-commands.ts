import { isOneEditFrom } from '../config/misspelled-settings.ts';
import type { Command } from './command.ts';

const MAX_SUGGESTIONS = 3;

/** Commands that may have been meant: one typing error per word, else the action without its group, else its group. */
export function suggestCommands(given: readonly string[], commands: readonly Command[]): readonly string[] {
  const [first = '', second = ''] = given;
  const nearly = ({ words }: Command) => words.every((word, at) => isAlike(word, given[at] ?? ''));
  const actionOnly = ({ words }: Command) =>
    words.length > 1 && words.some((word, at) => at > 0 && isAlike(word, first));
  const actionOfAnotherGroup = ({ words }: Command) => words.length > 1 && isAlike(words[1] ?? '', second);
  for (const isMeant of [nearly, actionOnly, actionOfAnotherGroup]) {
    const found = commands.filter(isMeant).map(({ words }) => words.join(' '));
    if (found.length > 0) return found.slice(0, MAX_SUGGESTIONS);
  }
  const groups = new Set(commands.map(({ words }) => words[0] ?? ''));
  return [...groups].filter((group) => isAlike(group, first) && group !== first);
}

const isAlike = (right: string, given: string): boolean => right === given || isOneEditFrom(right, given);
