import { APPLY_PARTS } from '../apply/parts.ts';
import type { Command } from '../framework/command.ts';

const members = APPLY_PARTS.map(({ member, example }) => `"${member}": ${example}`);
const EXAMPLE = `The file: {${members.join(',\n           ')}}`.split('\n');

export const APPLY_COMMAND: Command = {
  words: ['apply'],
  parameters: '<file> [--dry-run]',
  about: 'make apps, API keys and administrators what a JSON file declares',
  details: [
    ...EXAMPLE,
    ...APPLY_PARTS.flatMap(({ details }) => details),
    'What the file does not name is not changed. Everything is checked before anything is changed',
    '--dry-run        print what would be done, and change nothing',
    'Example: latchkey apply latchkey.json --dry-run',
  ],
  options: ['dry-run'],
  changes: true,
  run: async (context) => (await import('../apply/apply.ts')).apply(context),
};
