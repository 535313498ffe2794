import { SCOPE_NAMES } from '../../administration/scopes.ts';
import { integer, list, named, nullable, nullableString, object, oneOf, string } from '../../api/json-schema.ts';
import type { ApiKey as Key } from './api-keys.ts';

const time = string({ format: 'date-time' });

export const ApiKeyScope = named('ApiKeyScope', oneOf(SCOPE_NAMES));

export const ApiKey = named(
  'ApiKey',
  object({
    id: string({ description: 'The public part of the key.', examples: ['c4Vb0mXb'] }),
    name: string({ examples: ['Nightly import'] }),
    scopes: list(ApiKeyScope),
    networks: { ...list(string()), description: 'Empty: it can be used from anywhere.' },
    created_at: time,
    expires_at: time,
    last_used_at: nullableString({ format: 'date-time', description: 'Accurate to the minute.' }),
    created_by: { ...nullable(integer()), description: 'The administrator who created it; null: the command line.' },
  }),
);

export const apiKey = ({ id, name, scopes, networks, ...key }: Key) => ({
  id,
  name,
  scopes,
  networks,
  created_at: new Date(key.createdAtMs).toISOString(),
  expires_at: new Date(key.expiresAtMs).toISOString(),
  last_used_at: key.lastUsedAtMs === null ? null : new Date(key.lastUsedAtMs).toISOString(),
  created_by: key.createdBy,
});
