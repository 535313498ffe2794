import { administrator } from '../../declare/event.ts';
import type { DeclaredFeature } from '../../declare/feature.ts';
import { needsRecentLogin, reads } from '../../declare/permission.ts';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import de from './email-texts/de.json' with { type: 'json' };
import { en } from './email-texts/en.ts';
import fr from './email-texts/fr.json' with { type: 'json' };

/** Administrators and the operator create accounts, whose owners choose the password. */
export const invitations = {
  name: 'invitations',
  onWith: ({ registration }: { readonly registration: string }): boolean => registration !== 'closed',
  sealsData: false,
  settings: {},
  permissions: {
    adminInviteUser: needsRecentLogin('users:write'),
    adminInviteUsers: needsRecentLogin('users:write'),
    adminListInvitations: reads('users:read'),
  },
  events: {
    invited: administrator('the actor created the account; its owner has yet to choose a password'),
    account_made: administrator('the actor created the account and vouched for its address'),
  },
  emails: {
    invitation: {
      bound: 'limit',
      link: { purpose: 'invitation', page: '/invitation', hasAddress: true },
      givenUpAfterMs: lifetimeMs('invitation'),
      endsWithPassword: true,
      confirmsInvited: true,
      texts: { en: en.invitation, de: de.invitation, fr: fr.invitation },
    },
    // Waits as long as an invitation: it is the first e-mail to the owner, and its link is created on sending.
    account_made: {
      bound: 'limit',
      link: { purpose: 'password_reset', page: '/reset-password' },
      givenUpAfterMs: lifetimeMs('invitation'),
      endsWithPassword: true,
      texts: { en: en.account_made, de: de.account_made, fr: fr.account_made },
    },
  },
  accountSources: {
    invitation: { event: 'invited', by: 'administrator', email: 'invitation', state: { isInvited: true } },
    /** An administrator vouches for the address. */
    confirmed: {
      event: 'account_made',
      by: 'administrator',
      email: 'account_made',
      state: { accountStatus: 'ACTIVE' },
    },
  },
} as const satisfies DeclaredFeature;
