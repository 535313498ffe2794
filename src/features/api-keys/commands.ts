import { SCOPE_NAMES } from '../../administration/scopes.ts';
import type { FeatureCommands } from '../../cli/framework/feature-commands.ts';
import { onDatabase } from '../../cli/framework/on-database.ts';
import { MAX_LIFETIME_DAYS } from './api-keys.ts';

const keys = () => import('./cli/api-keys.ts');
const after = 'data-keys rotate';

export const apiKeys = {
  groups: { 'api-keys': 'keys for programs' },
  commands: [
    {
      words: ['api-keys', 'list'],
      parameters: '',
      about: 'list the API keys',
      after,
      ...onDatabase(async () => (await keys()).listKeys),
    },
    {
      words: ['api-keys', 'create'],
      parameters: '<name> --scopes <scope,…> [--days 90] [--networks <network,…>]',
      about: 'create an API key and print it once',
      details: [
        `--scopes     what it may do: ${SCOPE_NAMES.join(', ')}`,
        `--days       expires after this many days; by default 90, ${MAX_LIFETIME_DAYS} at most`,
        '--networks   addresses or networks that may use it; by default any',
        'Example: latchkey api-keys create "Support desk" --scopes users:read,users:write --days 90',
      ],
      options: ['scopes', 'days', 'networks'],
      after,
      ...onDatabase(async () => (await keys()).createKey, { changes: true }),
    },
    {
      words: ['api-keys', 'revoke'],
      parameters: '<id>',
      about: 'revoke an API key',
      after,
      ...onDatabase(async () => (await keys()).revokeKey, { changes: true }),
    },
  ],
  applied: {
    member: 'api_keys',
    example: '[{"name": "Support desk", "scopes": ["users:read"], "key_file": "support-desk.key"}]',
    details: [
      'api_keys         identified by name; key_file: the file for a new one (0600); without it, the key ' +
        'is printed once',
      '                 networks, days: as for api-keys create',
    ],
    load: async () => (await import('./cli/apply.ts')).readApiKeys,
  },
} as const satisfies FeatureCommands;
