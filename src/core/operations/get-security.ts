import { protectedOperation } from '../../api/protected-operation.ts';
import { Security } from '../../api/schemas.ts';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import { done } from '../../http/envelope.ts';
import { countWaysIn } from '../../store/tables/credentials.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import { isSecondFactorDemanded } from '../factors/second-factors.ts';

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
    const [counts, change] = await Promise.all([
      countWaysIn(services.db, user.id),
      emailChanges.pending(services.db, user.id, lifetimeMs('email_change')),
    ]);
    return done({
      password: user.passwordHash !== null,
      totp: (counts.authenticator_app ?? 0) > 0,
      second_factor_required: isSecondFactorDemanded(services.secondFactorPolicy, user),
      recovery_codes_left: counts.recovery_codes ?? 0,
      passkeys: counts.passkey ?? 0,
      sessions: counts.session,
      pending_email: change?.newEmail ?? null,
    });
  },
);
