import { adminOperation } from '../../administration/admin-operation.ts';
import { isScope, SCOPE_NAMES, SCOPES } from '../../administration/scopes.ts';
import { EmptyField, InvalidMember } from '../../api/errors.ts';
import { integer, list, named, object, partialObject, string, text } from '../../api/json-schema.ts';
import { narrowed } from '../../api/operation.ts';
import { networks as networksFormat } from '../../declare/url-formats.ts';
import { InvalidValue } from '../../declare/value-formats.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { NotAList } from '../../http/errors.ts';
import type { Body } from '../../http/json-body.ts';
import { createApiKey, MAX_KEY_NAME_LENGTH, MAX_LIFETIME_DAYS } from './api-keys.ts';
import { TooManyApiKeys } from './declared.ts';
import { ApiKey, ApiKeyScope, apiKey } from './schemas.ts';

const MAX_NETWORKS = 20;

const NewKey = {
  ...partialObject({
    name: string({
      minLength: 1,
      maxLength: MAX_KEY_NAME_LENGTH,
      description: 'What the key is for.',
      examples: ['Nightly import'],
    }),
    scopes: {
      ...list(ApiKeyScope),
      description: Object.entries(SCOPES)
        .map(([scope, about]) => `\`${scope}\`: ${about}.`)
        .join(' '),
    },
    days: integer({ minimum: 1, maximum: MAX_LIFETIME_DAYS, description: 'Days until it expires.' }),
    networks: list(string(), {
      maxItems: MAX_NETWORKS,
      description: 'Addresses or networks (CIDR) it can be used from; none: anywhere.',
    }),
  }),
  required: ['name', 'scopes', 'days'],
};

export const adminCreateApiKey = adminOperation(
  {
    id: 'adminCreateApiKey',
    summary: 'Create an API key',
    description: 'Its text is shown only in this answer.',
    tag: 'Administration: API keys',
    message: 'API key created',
    body: NewKey,
    bodyIsRequired: true,
    status: 201,
    answers: named('NewApiKey', object({ key: text('The key. It is not stored.'), api_key: ApiKey })),
    errors: [narrowed(EmptyField, { field: '(name|scopes)' }), InvalidMember, NotAList, TooManyApiKeys],
  },
  async ({ request, body, services, admin }) => {
    const newKey = readNewKey(await body());
    // Never undefined: no API key may run this operation.
    const maker = admin.user ? { id: admin.user.id, email: admin.user.email, language: request.language } : null;
    const made = await createApiKey(services.db, { ...newKey, maker }, admin.recentLogin, admin.actor);
    return done({ key: made.text, api_key: apiKey(made.key) });
  },
);

function readNewKey(body: Body) {
  const name = body.text('name');
  const scopes = body.texts('scopes');
  const days = body.text('days');
  if (name === '') throw new ApiError(EmptyField, { field: 'name' });
  if ([...name].length > MAX_KEY_NAME_LENGTH) throw invalid('name', `at most ${MAX_KEY_NAME_LENGTH} characters`);
  if (scopes.length === 0) throw new ApiError(EmptyField, { field: 'scopes' });
  if (!scopes.every(isScope)) throw invalid('scopes', `a list of ${SCOPE_NAMES.join(', ')}`);
  if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > MAX_LIFETIME_DAYS)
    throw invalid('days', `a number from 1 to ${MAX_LIFETIME_DAYS}`);
  return { name, scopes: [...new Set(scopes)], days: Number(days), networks: readNetworks(body.texts('networks')) };
}

function readNetworks(entries: readonly string[]): readonly string[] {
  try {
    // An entry may itself be a list with commas.
    const networks = entries.flatMap((entry) => networksFormat.parse(entry, 1));
    if (networks.length > MAX_NETWORKS) throw invalid('networks', `at most ${MAX_NETWORKS} networks`);
    return networks;
  } catch (error) {
    throw error instanceof InvalidValue ? invalid('networks', 'addresses or networks like 203.0.113.0/24') : error;
  }
}

const invalid = (field: string, rule: string): ApiError => new ApiError(InvalidMember, { field, rule });
