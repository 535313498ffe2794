import { error } from '../../declare/error.ts';
import { limit } from '../../declare/event.ts';
import type { DeclaredFeature } from '../../declare/feature.ts';
import { OWNER, SECRET } from '../../declare/personal-data.ts';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import { setting } from '../../declare/setting.ts';
import { onOff } from '../../declare/value-formats.ts';
import de from './email-texts/de.json' with { type: 'json' };
import { en } from './email-texts/en.ts';
import fr from './email-texts/fr.json' with { type: 'json' };

/** A code from an e-mail. A single error for every fault, so that it does not reveal whether the account exists. */
export const InvalidLoginCode = error('invalid_login_code', 401, 'Invalid or expired code', { field: 'code' });

export const emailLogin = {
  name: 'emailLogin',
  title: 'login codes',
  onWith: 'EMAIL_LOGIN',
  sealsData: true,
  mailboxLogsIn: true,
  logins: { '/api/login/email/confirm': 'email' },
  settings: {
    EMAIL_LOGIN: setting('sessions', 'whether users can log in with a code by e-mail, see docs/identities.md', onOff, {
      byDefault: false,
      example: 'on',
    }),
  },
  errors: [InvalidLoginCode],
  events: {
    login_code_asked: limit('a login code was requested; without an account for an unknown address'),
    login_code_failed: limit('a wrong login code'),
  },
  emails: {
    login_code: {
      bound: 'limit',
      link: { purpose: 'login_code', page: '/login/code' },
      showsRequest: true,
      givenUpAfterMs: lifetimeMs('login_code'),
      endsWithPassword: true,
      payload: { request: '' },
      texts: { en: en.login_code, de: de.login_code, fr: fr.login_code },
    },
  },
  personalData: {
    login_requests: {
      member: 'login_requests',
      orderBy: 'expires_at',
      exported: { expires_at: 'time', failures: 'number', failing_since: 'time' },
      withheld: { user_id: OWNER, email_hash: 'the address, which the profile has', request_hash: SECRET },
    },
  },
  expired: [{ table: 'login_requests', key: 'email_hash', where: 'expires_at < now() - ms($2)' }],
} as const satisfies DeclaredFeature;
