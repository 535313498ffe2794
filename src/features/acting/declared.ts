import { NOTICE } from '../../declare/email.ts';
import { error } from '../../declare/error.ts';
import { administrator } from '../../declare/event.ts';
import type { DeclaredFeature } from '../../declare/feature.ts';
import { needsRecentLogin } from '../../declare/permission.ts';
import { INTERNAL, OWNER } from '../../declare/personal-data.ts';
import { setting } from '../../declare/setting.ts';
import { durationWithin, onOff } from '../../declare/value-formats.ts';
import de from './email-texts/de.json' with { type: 'json' };
import { en } from './email-texts/en.ts';
import fr from './email-texts/fr.json' with { type: 'json' };

const MINUTE_MS = 60_000;

/** Why acting as an account is refused. */
export const CANNOT_ACT_REASONS = ['administrator', 'not_active', 'deletion_pending'] as const;
export const CannotActAs = error('cannot_act_as', 409, 'Nobody can act as this user', { reasons: CANNOT_ACT_REASONS });

export const acting = {
  name: 'actAsUser',
  onWith: 'ACT_AS_USER',
  sealsData: false,
  settings: {
    ACT_AS_USER: setting(
      'administration',
      'whether administrators may act as a user, see docs/administration.md',
      onOff,
      { byDefault: false, example: 'on' },
    ),
    ACT_AS_USER_LIFETIME: setting(
      'administration',
      'how long that lasts, from 1m to 1h',
      durationWithin(MINUTE_MS, 60 * MINUTE_MS),
      { byDefault: 10 * MINUTE_MS, example: '5m' },
    ),
  },
  // A key has no account in whose name it could act.
  permissions: { adminActAsUser: needsRecentLogin(null) },
  errors: [CannotActAs],
  events: {
    acted_as: administrator('the actor began to act as the user, with a reason'),
    acting_ended: administrator('the actor stopped early'),
  },
  emails: {
    acted_as: {
      bound: 'counted',
      ...NOTICE,
      payload: { reason: 'Ticket 4711' },
      texts: { en: en.acted_as, de: de.acted_as, fr: fr.acted_as },
    },
  },
  personalData: {
    acting: {
      member: 'acting_administrators',
      orderBy: 'began_at, admin_id',
      exported: { admin_id: 'number', began_at: 'time', expires_at: 'time' },
      withheld: { user_id: OWNER, id: INTERNAL, session_id: 'the session of the administrator' },
    },
  },
  expired: [{ table: 'acting', key: 'admin_id', where: 'expires_at < now() - ms($2)' }],
  // Final, because a suspension or a new role may be reverted in minutes.
  endsWithRole: [{ table: 'acting', where: 'admin_id = $1 OR user_id = $1' }],
} as const satisfies DeclaredFeature;
