import { hasAuthenticatorApp, isSecondFactorDemanded } from '../../accounts/factors/second-factors.ts';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import { done } from '../../http/envelope.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import * as passkeys from '../../store/tables/passkeys.ts';
import * as recoveryCodes from '../../store/tables/recovery-codes.ts';
import * as sessions from '../../store/tables/sessions.ts';
import { protectedOperation } from '../protected-operation.ts';
import { Security } from './schemas.ts';

export const getSecurity = protectedOperation(
  {
    id: 'getSecurity',
    summary: 'Get your security settings',
    description: 'Which factors the account has, and the number of sessions and recovery codes.',
    tag: 'Second factors',
    message: 'Security retrieved successfully',
    bearer: 'auth',
    whileActing: true,
    duringFactorSetup: true,
    answers: Security,
  },
  async (_request, services, { user }) => {
    const [left, passkeyCount, open, change] = await Promise.all([
      recoveryCodes.countUnused(services.db, user.id),
      passkeys.countOf(services.db, user.id),
      sessions.countOf(services.db, user.id),
      emailChanges.pending(services.db, user.id, lifetimeMs('email_change')),
    ]);
    return done({
      password: user.passwordHash !== null,
      totp: hasAuthenticatorApp(user),
      second_factor_required: isSecondFactorDemanded(services.secondFactorPolicy, user),
      recovery_codes_left: left,
      passkeys: passkeyCount,
      sessions: open,
      pending_email: change?.newEmail ?? null,
    });
  },
);
