import { NO_LOGIN } from '../../declare/credential.ts';
import { error } from '../../declare/error.ts';
import { administrator, change } from '../../declare/event.ts';
import type { DeclaredFeature } from '../../declare/feature.ts';
import { needsRecentLogin, reads } from '../../declare/permission.ts';
import { INTERNAL, OWNER, SECRET } from '../../declare/personal-data.ts';
import { setting } from '../../declare/setting.ts';
import { onOff } from '../../declare/value-formats.ts';
import { endAppLogins, enqueueLogouts, IS_UNUSED_DOCUMENT } from './declared/app-logins.ts';
import { faultOf } from './declared/faults.ts';
import { mcpResources } from './declared/mcp-resources.ts';

export const AppNotFound = error('app_not_found', 404, 'App not found');
export const InteractionNotFound = error(
  'interaction_not_found',
  404,
  'The login has expired, or was started in another browser',
);
export const DecisionRequired = error('missing_field', 400, 'decision must be allow or deny', { field: 'decision' });
export const ClientNotFound = error('client_not_found', 404, 'Client not found');
export const ClientWithoutSecret = error('client_without_secret', 409, 'A public client has no secret');
export const TooManyClients = error('too_many_clients', 409, 'There are too many clients. Please remove one first.');
/** For development only, where one person connects the app and sets up the service. */
export const OpenIdIsOff = error('not_found', 404, 'There is no OpenID provider here: OPENID is off; set OPENID=on', {
  reason: 'openid_off',
});

const DAY_MS = 86_400_000;

export const openId = {
  name: 'openId',
  title: 'logging in to other apps',
  onWith: 'OPENID',
  sealsData: false,
  anyApp: 'SELECT 1 AS one FROM openid_clients LIMIT 1',
  settings: {
    OPENID: setting('openid', 'lets apps log people in here, see docs/openid.md', onOff, {
      byDefault: ({ isGiven }) => isGiven('MCP_RESOURCES'),
      example: 'on',
    }),
    MCP_RESOURCES: setting(
      'openid',
      'MCP servers that agents get tokens for, each followed by its scopes; enables `OPENID`',
      mcpResources,
      { byDefault: [], example: 'https://mcp.example.com/mcp, https://files.example.com/mcp files:read files:write' },
    ),
  },
  fault: faultOf,
  permissions: {
    adminListClients: reads('clients:read'),
    adminAddClient: needsRecentLogin('clients:write'),
    adminGetClient: reads('clients:read'),
    adminChangeClient: needsRecentLogin('clients:write'),
    adminRotateClientSecret: needsRecentLogin('clients:write'),
    adminRemoveClient: needsRecentLogin('clients:write'),
  },
  errors: [
    AppNotFound,
    InteractionNotFound,
    DecisionRequired,
    ClientNotFound,
    ClientWithoutSecret,
    TooManyClients,
    OpenIdIsOff,
  ],
  events: {
    client_added: administrator(),
    client_changed: administrator(),
    client_secret_rotated: administrator(),
    client_removed: administrator(),
    app_allowed: change('the owner gave the named app the access it requested'),
    app_removed: change(),
  },
  credentials: {
    // The tokens of an app end with their session. The grant lets the app log in again without consent.
    app: {
      table: 'openid_grants',
      listed: null,
      isUnproven: 'is_unproven = 1',
      isAddedSince: 'granted_at >= at($2)',
      ...NO_LOGIN,
    },
  },
  endsWithSession: { table: 'openid_records', end: endAppLogins },
  personalData: {
    openid_grants: {
      member: 'apps',
      orderBy: 'granted_at, client_id',
      exported: { client_id: 'text', scopes: 'text', resources: 'json', granted_at: 'time', last_used_at: 'time' },
      withheld: { user_id: OWNER, is_unproven: INTERNAL },
    },
    openid_records: {
      member: 'app_logins',
      orderBy: 'created_at, id_hash',
      exported: { kind: 'text', client_id: 'text', created_at: 'time', expires_at: 'time', consumed_at: 'time' },
      withheld: {
        user_id: OWNER,
        id_hash: SECRET,
        payload: 'for checking the tokens of apps; repeats what the profile and the sessions contain',
        grant_hash: INTERNAL,
        uid_hash: INTERNAL,
        session_id: INTERNAL,
      },
    },
  },
  notPersonal: { openid_clients: 'apps that log people in here, and not who uses them' },
  locks: ['openid_clients'],
  expired: [
    // Logins in progress, and codes and tokens of apps.
    {
      table: 'openid_records',
      key: 'id_hash',
      where: 'expires_at < now() - ms($2)',
      before: (expired) => [enqueueLogouts(`id_hash IN (${expired('id_hash')})`)],
    },
    {
      table: 'openid_clients',
      key: 'id',
      where: `${IS_UNUSED_DOCUMENT} AND document_fetched_at < now() - ms($2)`,
      keptMs: 2 * DAY_MS,
    },
  ],
} as const satisfies DeclaredFeature;
