import { boolean, list, named, nullableString, object, oneOf, string, text } from '../../api/json-schema.ts';
import { timestamp } from '../../api/schemas.ts';
import { OPENID_SCOPES } from '../../core/openid-scopes.ts';

export const OpenIdScope = named('OpenIdScope', oneOf(OPENID_SCOPES));

const app = {
  name: string({ examples: ['Shop'] }),
  logo_url: nullableString(),
  host: nullableString({ description: 'For apps that no operator added: the host of the client id.' }),
};

const scopes = list(OpenIdScope);
/** MCP servers, with the scopes for each. */
const resources = list(
  object({
    url: string({ examples: ['https://mcp.example.com/mcp'] }),
    scopes: list(string({ examples: ['notes:read'] })),
  }),
);

export const OpenInteraction = named(
  'OpenInteraction',
  object({
    app: object({
      ...app,
      is_on_device: boolean({ description: "Whether the app listens on the user's own computer." }),
      leads_to: string({
        description: 'Where the browser returns to.',
        examples: ['https://shop.example.com/callback'],
      }),
    }),
    wants: oneOf(['login', 'consent']),
    scopes,
    resources,
    email: nullableString({ description: 'The e-mail address of the account that is asked for consent.' }),
  }),
);

export const AnsweredInteraction = named(
  'AnsweredInteraction',
  object({ continue_at: text('Where the browser continues.') }),
);

export const Apps = named(
  'Apps',
  object({
    apps: list(
      named(
        'App',
        object({
          id: string({ examples: ['shop'] }),
          ...app,
          scopes,
          resources,
          since: timestamp,
          last_used_at: timestamp,
        }),
      ),
    ),
  }),
);
