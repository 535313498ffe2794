import type { FeatureCommands } from '../../cli/framework/feature-commands.ts';

const commands = () => import('./cli/create-user.ts');
const after = 'users export';

export const invitations = {
  commands: [
    {
      words: ['users', 'create'],
      parameters:
        '<email> --name <name> --phone <number> --industry <industry> [--field name=value] [--language en] [--confirmed]',
      about: 'create an account and e-mail its owner a link to choose a password',
      details: [
        '--confirmed   vouch for the address: the account is ACTIVE immediately, not only once the link is used',
        '--field       a field of FIELDS_FILE; may be repeated',
        '--language    the language of its e-mails and pages; by default the first that the service offers',
        'Example: latchkey users create ada@example.com --name "Ada Lovelace" --phone "+44 20 7946 0958" ' +
          '--industry Software',
      ],
      options: ['name', 'phone', 'industry', 'field', 'language', 'confirmed'],
      changes: true,
      after,
      run: async (context) => (await commands()).createUser(context),
    },
    {
      words: ['users', 'invite'],
      parameters: '<email>… [--role ADMIN] [--language en]',
      about: 'invite up to 100 people by their addresses; they supply the rest when they accept',
      details: ['Example: latchkey users invite ada@example.com grace@example.com'],
      options: ['role', 'language'],
      changes: true,
      after,
      run: async (context) => (await commands()).inviteUsers(context),
    },
  ],
} as const satisfies FeatureCommands;
