import { NO_LOGIN } from '../../declare/credential.ts';
import { NOTICE } from '../../declare/email.ts';
import { error } from '../../declare/error.ts';
import { administrator } from '../../declare/event.ts';
import type { DeclaredFeature } from '../../declare/feature.ts';
import { needsRecentLogin, reads } from '../../declare/permission.ts';
import { INTERNAL, OWNER, SECRET } from '../../declare/personal-data.ts';
import de from './email-texts/de.json' with { type: 'json' };
import { en } from './email-texts/en.ts';
import fr from './email-texts/fr.json' with { type: 'json' };

export const ApiKeyNotFound = error('api_key_not_found', 404, 'API key not found');
export const TooManyApiKeys = error('too_many_api_keys', 409, 'There are too many API keys. Please remove one first.');

export const apiKeys = {
  name: 'apiKeys',
  title: 'API keys',
  onWith: ({ admin }: { readonly admin: boolean }): boolean => admin,
  sealsData: false,
  settings: {},
  // Keys that could create keys would never end.
  permissions: {
    adminListApiKeys: reads(null),
    adminCreateApiKey: needsRecentLogin(null),
    adminRevokeApiKey: needsRecentLogin(null),
  },
  errors: [ApiKeyNotFound, TooManyApiKeys],
  events: {
    api_key_made: administrator(),
    api_key_changed: administrator('scopes or networks of the named API key changed'),
    api_key_revoked: administrator('by the actor; without one, a reverted change of address removed it'),
  },
  emails: {
    api_key_made: {
      bound: 'counted',
      ...NOTICE,
      payload: { key: 'Support desk (lk_3f9a1c0b7d24_…)' },
      texts: { en: en.api_key_made, de: de.api_key_made, fr: fr.api_key_made },
    },
  },
  credentials: {
    api_key: {
      table: 'api_keys',
      owner: 'created_by',
      isUsable: 'api_keys.expires_at > now()',
      listed: { id: 'id', name: 'name', addedAt: 'created_at' },
      isUnproven: 'is_unproven = 1',
      isAddedSince: 'created_at >= at($2)',
      ...NO_LOGIN,
      removed: {
        event: 'api_key_revoked',
        subject: "created_by AS user_id, 'key:' || id AS subject, name AS subject_name, 1 AS count",
      },
    },
  },
  personalData: {
    api_keys: {
      member: 'api_keys',
      where: 'created_by = $1',
      orderBy: 'created_at, id',
      exported: {
        id: 'text',
        name: 'text',
        scopes: 'text',
        networks: 'text',
        created_at: 'time',
        expires_at: 'time',
        last_used_at: 'time',
      },
      withheld: { created_by: OWNER, value_hash: SECRET, is_unproven: INTERNAL },
    },
  },
  locks: ['api_keys'],
} as const satisfies DeclaredFeature;
