import { NOTICE } from '../../declare/email.ts';
import { change } from '../../declare/event.ts';
import type { DeclaredFeature } from '../../declare/feature.ts';
import { needsRecentLogin } from '../../declare/permission.ts';
import { INTERNAL, OWNER } from '../../declare/personal-data.ts';
import de from './email-texts/de.json' with { type: 'json' };
import { en } from './email-texts/en.ts';
import fr from './email-texts/fr.json' with { type: 'json' };
import * as errors from './errors.ts';
import { faultOfProviders, hasProviders, PROVIDER_SETTINGS } from './settings.ts';

export const identities = {
  name: 'identities',
  onWith: hasProviders,
  sealsData: true,
  settings: PROVIDER_SETTINGS,
  fault: faultOfProviders,
  logins: { '/api/login/identity': 'provider' },
  permissions: { adminUnlinkUserIdentity: needsRecentLogin('users:write') },
  errors: Object.values(errors),
  events: { identity_linked: change(), identity_unlinked: change() },
  emails: {
    identity_linked: {
      bound: 'counted',
      ...NOTICE,
      payload: { provider: 'Google' },
      texts: { en: en.identity_linked, de: de.identity_linked, fr: fr.identity_linked },
    },
    // A new password must not cancel it: the intruder of whom it warns may have set that password.
    identity_auto_linked: {
      bound: 'counted',
      ...NOTICE,
      link: { purpose: 'password_reset', page: '/reset-password' },
      payload: { provider: 'Google' },
      texts: { en: en.identity_auto_linked, de: de.identity_auto_linked, fr: fr.identity_auto_linked },
    },
    identity_unlinked: {
      bound: 'counted',
      ...NOTICE,
      payload: { provider: 'Google' },
      texts: { en: en.identity_unlinked, de: de.identity_unlinked, fr: fr.identity_unlinked },
    },
  },
  credentials: {
    identity: {
      table: 'identities',
      listed: { id: 'id', name: 'provider', addedAt: 'created_at' },
      isUnproven: `NOT EXISTS (SELECT 1 FROM users WHERE users.id = identities.user_id
        AND users.email IN (identities.proven_email, identities.decided_email))`,
      provesAddress: true,
      isAddedSince: 'created_at >= at($2)',
      factor: null,
      // As Microsoft Entra writes it; RFC 8176 has no value.
      amr: ['fed'],
      login: { feature: 'identities', provider: 'provider' },
    },
  },
  personalData: {
    identities: {
      member: 'identities',
      orderBy: 'created_at, id',
      exported: {
        provider: 'text',
        issuer: 'text',
        subject: 'text',
        email: 'text',
        proven_email: 'text',
        created_at: 'time',
        last_used_at: 'time',
      },
      withheld: {
        id: INTERNAL,
        user_id: OWNER,
        decided_email: 'the same as `email`, if the provider assigns the address',
      },
    },
  },
} as const satisfies DeclaredFeature;
