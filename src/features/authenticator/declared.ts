import { NOTICE } from '../../declare/email.ts';
import { error } from '../../declare/error.ts';
import { change, hash, limit } from '../../declare/event.ts';
import type { DeclaredFeature } from '../../declare/feature.ts';
import { INTERNAL, OWNER, SECRET } from '../../declare/personal-data.ts';
import { setting } from '../../declare/setting.ts';
import { onOff } from '../../declare/value-formats.ts';
import de from './email-texts/de.json' with { type: 'json' };
import { en } from './email-texts/en.ts';
import fr from './email-texts/fr.json' with { type: 'json' };

export const CodeRequired = error('missing_field', 400, 'Code is required', { field: 'code' });
export const NoPendingTotp = error(
  'no_pending_totp',
  409,
  'There is no authenticator app to confirm. Please start again.',
);

export const authenticator = {
  name: 'authenticatorApps',
  title: 'authenticator apps',
  onWith: 'TOTP',
  sealsData: true,
  settings: {
    TOTP: setting('factors', 'whether users can add an authenticator app', onOff, {
      defaultText: 'on; in production once DATA_KEYS is set',
      example: 'off',
    }),
  },
  errors: [CodeRequired, NoPendingTotp],
  events: {
    codes_refused: limit('`MAX_FAILED_CODES` exceeded'),
    recovery_code_used: hash('a recovery code replaced the authenticator app'),
    totp_added: change(),
    totp_removed: change(),
    recovery_codes_made: change(),
  },
  emails: {
    second_factor_added: {
      bound: 'counted',
      ...NOTICE,
      texts: { en: en.second_factor_added, de: de.second_factor_added, fr: fr.second_factor_added },
    },
    second_factor_guessed: {
      bound: 'hash',
      ...NOTICE,
      endsWithPassword: true,
      texts: { en: en.second_factor_guessed, de: de.second_factor_guessed, fr: fr.second_factor_guessed },
    },
  },
  credentials: {
    authenticator_app: {
      table: 'totp',
      isUsable: 'sealed IS NOT NULL',
      listed: { id: 'NULL', name: 'NULL', addedAt: 'confirmed_at' },
      isUnproven: 'is_unproven = 1',
      isAddedSince: '(sealed IS NULL OR confirmed_at >= at($2))',
      factor: { name: 'totp', bit: 1 },
      amr: ['otp'],
      login: null,
      isPending: 'pending_sealed IS NOT NULL',
      countsFailures: true,
      // Only time refills the budget of wrong codes, not even another app.
      outlived: {
        condition: 'failures <> 0',
        set: `sealed = NULL, last_step = NULL, confirmed_at = NULL, pending_sealed = NULL, pending_until = NULL,
        is_unproven = 0`,
      },
    },
    recovery_codes: {
      table: 'recovery_codes',
      isUsable: 'used_at IS NULL',
      listed: { id: 'NULL', name: 'NULL', addedAt: 'MAX(created_at)', isOne: true },
      isUnproven: 'is_unproven = 1',
      isAddedSince: 'created_at >= at($2)',
      factor: { name: 'recovery_code', bit: 'any' },
      // A recovery code is a one-time password too.
      amr: ['otp'],
      login: null,
    },
  },
  sealedColumns: [
    { table: 'totp', column: 'sealed' },
    { table: 'totp', column: 'pending_sealed' },
  ],
  personalData: {
    totp: {
      member: 'authenticator_apps',
      orderBy: 'user_id',
      exported: { confirmed_at: 'time', pending_until: 'time', failures: 'number', failing_since: 'time' },
      withheld: { user_id: OWNER, sealed: SECRET, pending_sealed: SECRET, last_step: INTERNAL, is_unproven: INTERNAL },
    },
    recovery_codes: {
      member: 'recovery_codes',
      orderBy: 'created_at, value_hash',
      exported: { created_at: 'time', used_at: 'time' },
      withheld: { user_id: OWNER, value_hash: SECRET, is_unproven: INTERNAL },
    },
  },
  expired: [
    // Authenticator apps that were never confirmed. The row stays if an app is in use or wrong codes are counted.
    { table: 'totp', key: 'user_id', where: 'pending_until < now() - ms($2) AND sealed IS NULL AND failures = 0' },
    {
      table: 'totp',
      key: 'user_id',
      where: 'pending_until < now() - ms($2)',
      cleared: ['pending_sealed', 'pending_until'],
    },
  ],
} as const satisfies DeclaredFeature;
