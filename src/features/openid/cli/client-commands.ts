import type { Command } from '../../../cli/framework/command.ts';
import { CLIENT_OPTIONS } from '../../../cli/framework/command-options.ts';
import { OPENID_SCOPES } from '../../../core/openid-scopes.ts';
import { MAX_OVERLAP_SECONDS } from '../clients/client-rules.ts';
import type { ClientAction } from './clients.ts';

const clients = (action: ClientAction): Pick<Command, 'run'> => ({
  run: async (context) => (await import('./clients.ts')).clients(action)(context),
});

const CLIENT_DETAILS = [
  '--redirect-uri               where people are sent after a login: https, or http on loopback; may be repeated',
  '--post-logout-redirect-uri   where people are sent after a logout, else they stay here; may be repeated',
  '--native                     an app on a device: schemes like com.example.app:/ and loopback without a ' +
    'port are allowed, and it is public',
  '--pkce                       required (default), or optional for a confidential app, which must then ' +
    'send a nonce',
  '--first-party                your own app: users are not asked for consent',
  `--scopes                     what it may request, of ${OPENID_SCOPES.join(',')}; by default ` +
    'openid,profile,email',
  '--audience                   the aud of its access tokens, such as the address of its API; by default its ' +
    'client id',
  '--backchannel-logout-uri     receives a token when a session ends',
  '--client-uri                 its home page',
  '--initiate-login-uri         where the app starts a login, for people who registered on their way to it',
  '--logo-uri                   shown to people, https',
];

export const CLIENT_COMMANDS: readonly Command[] = [
  {
    words: ['clients', 'list'],
    parameters: '',
    about: 'list the OpenID clients',
    ...clients('list'),
  },
  {
    words: ['clients', 'show'],
    parameters: '<id>',
    about: 'show one OpenID client',
    ...clients('show'),
  },
  {
    words: ['clients', 'add'],
    parameters: '<name> --redirect-uri <uri> [<option> …]',
    about: 'add an OpenID client, and print its id and secret once',
    details: [
      '--type                       confidential (default): it keeps a secret on a server; public: it has ' +
        'none, as in a browser.',
      '                             --public is the former name of --type public',
      '--pairwise                   it gets a subject for each user that no other app gets',
      ...CLIENT_DETAILS,
      'Example: latchkey clients add "Shop" --redirect-uri https://shop.example.com/callback --first-party',
    ],
    options: [...CLIENT_OPTIONS, 'type', 'public', 'pairwise'],
    changes: true,
    ...clients('add'),
  },
  {
    words: ['clients', 'change'],
    parameters: '<id> [<option> …]',
    about: 'change an OpenID client',
    details: [
      '--name                       another name',
      '--no-native, --no-first-party',
      ...CLIENT_DETAILS,
      "An empty value clears: --audience ''. Example: latchkey clients change 5d0c… --redirect-uri " +
        'https://shop.example.com/callback',
    ],
    options: [...CLIENT_OPTIONS, 'name', 'no-native', 'no-first-party'],
    changes: true,
    ...clients('change'),
  },
  {
    words: ['clients', 'rotate-secret'],
    parameters: '<id> [--overlap 86400]',
    about: 'print a new secret; the previous one works for another day',
    details: [
      `--overlap   the seconds for which the previous secret works, 0 to ${MAX_OVERLAP_SECONDS}; 0 after a leak`,
    ],
    options: ['overlap'],
    changes: true,
    ...clients('rotate-secret'),
  },
  {
    words: ['clients', 'remove'],
    parameters: '<id>',
    about: 'remove an OpenID client',
    changes: true,
    ...clients('remove'),
  },
];
