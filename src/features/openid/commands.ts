import type { FeatureCommands } from '../../cli/framework/feature-commands.ts';
import { CLIENT_COMMANDS } from './cli/client-commands.ts';

export const openId: FeatureCommands = {
  groups: { clients: 'apps' },
  commands: CLIENT_COMMANDS,
  applied: {
    member: 'clients',
    example: '[{"id": "shop", "name": "Shop", "redirect_uris": ["https://shop.example.com/callback"]}]',
    details: [
      'clients          with the members of the administration API; those left out get the defaults of a new client',
      '                 client_secret_file: a file with its secret, beside this one; without it, a new ' +
        'secret is printed once',
    ],
    load: async () => (await import('./cli/client-steps.ts')).readClients,
    testSettings: { OPENID: 'on' },
  },
};
