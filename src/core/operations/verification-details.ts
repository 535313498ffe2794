import { AlreadyVerified } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { VerificationDetails } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';

/** Lets the reader of an e-mailed link recognise their own registration. */
export const verificationDetails = protectedOperation(
  {
    id: 'verificationDetails',
    summary: 'Get details of a registration',
    description:
      'For the page behind the link in the verification e-mail, so that people can recognize their own ' +
      'registration. Only before the account is verified.',
    tag: 'Accounts',
    message: 'Details retrieved successfully',
    bearer: 'account_verification',
    answers: VerificationDetails,
    errors: [AlreadyVerified],
  },
  async (_request, services, { user }) => {
    if (user.accountStatus === 'ACTIVE') throw new ApiError(AlreadyVerified);
    const { db, apps, providerLogins } = services;
    const app = (await apps?.findWaiting(db, user.id)) ?? null;
    const [login] = (user.passwordHash === null && (await providerLogins?.listOf(db, user))) || [];
    return done({
      full_name: user.fullName,
      email: user.email,
      created_at: new Date(user.createdAtMs).toISOString(),
      app,
      provider: login?.provider ?? null,
    });
  },
);
