import { OPENID_SCOPES } from '../../accounts/openid-client-rules.ts';
import { list, named, nullableString, object, oneOf, string, text } from '../json-schema.ts';
import { timestamp } from '../schemas.ts';

export const OpenIdScope = named('OpenIdScope', oneOf(OPENID_SCOPES));

const app = { name: string({ examples: ['Shop'] }), logo_url: nullableString() };

const scopes = list(OpenIdScope);

export const OpenInteraction = named(
  'OpenInteraction',
  object({
    app: object(app),
    wants: oneOf(['login', 'consent']),
    scopes,
    email: nullableString({ description: 'Of the account that is asked for consent.' }),
  }),
);

export const AnsweredInteraction = named(
  'AnsweredInteraction',
  object({
    continue_at: text('Where the browser goes on.'),
  }),
);

export const Apps = named(
  'Apps',
  object({
    apps: list(
      named(
        'App',
        object({ id: string({ examples: ['shop'] }), ...app, scopes, since: timestamp, last_used_at: timestamp }),
      ),
    ),
  }),
);
