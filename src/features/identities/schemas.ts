import { list, named, nullableString, object, oneOf, string, text } from '../../api/json-schema.ts';
import { ProviderLogin } from '../../api/schemas.ts';
import { PROVIDER_KINDS } from '../../core/provider-logins.ts';
import { NEXT_STEPS } from './match-account.ts';

/** The confirmed identity, for the page that began the login, which does not pass it on. */
export const ticketMember = text('Of `POST /api/identity/finish`; it works for ten minutes, and logs in once.');

export const IdentityProviders = named(
  'IdentityProviders',
  object({
    providers: list(
      object({ id: text('For `POST /api/identity/begin`.'), name: string(), kind: oneOf(PROVIDER_KINDS) }),
    ),
  }),
);

export const BegunIdentity = named(
  'BegunIdentity',
  object({
    url: string({
      format: 'uri',
      description: 'Where the browser goes next.',
      examples: ['https://accounts.google.com/o/oauth2/v2/auth?client_id=123'],
    }),
    flow: text('Only the page that keeps this can finish what it has begun.'),
  }),
);

export const ProvenIdentity = named(
  'ProvenIdentity',
  object({
    ticket: ticketMember,
    next: {
      ...oneOf(NEXT_STEPS),
      description:
        '`login`: `POST /api/login/identity`. `register`: `POST /api/register/identity`. `link`: log in with the ' +
        'account that has the address, then `POST /api/me/identities`. Where a session has begun, what it has begun.',
    },
    provider: text('The id of the provider.'),
    email: nullableString({
      format: 'email',
      description: 'Of the account, or for a new one as the provider states it.',
    }),
    full_name: nullableString(),
  }),
);

export const Identities = named('Identities', object({ identities: list(ProviderLogin) }));
