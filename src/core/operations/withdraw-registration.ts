import { refuseSuspended } from '../../api/authenticate.ts';
import { emailMember, passwordMember } from '../../api/body-members.ts';
import { CREDENTIAL_ERRORS, checkCredentials } from '../../api/check-credentials.ts';
import { AccountSuspended, AlreadyVerified, TooManyEmails } from '../../api/errors.ts';
import { object } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { recordRefusedWithdrawal, withdrawRegistration as withdraw } from '../registration/remove-unverified.ts';

export const withdrawRegistration = operation(
  {
    id: 'withdrawRegistration',
    summary: 'Withdraw a registration',
    description:
      'For people who registered with a wrong address. Removes an unverified account and its links; its address ' +
      'and phone number become available again.',
    tag: 'Accounts',
    message: 'The registration has been withdrawn',
    body: object({ email: emailMember, password: passwordMember }),
    answers: EmptyObject,
    errors: [...CREDENTIAL_ERRORS, AccountSuspended, AlreadyVerified, TooManyEmails],
  },
  async (request, services) => {
    const { user } = await checkCredentials(request, services);
    refuseSuspended(user);
    if (user.accountStatus === 'ACTIVE') {
      await recordRefusedWithdrawal(services.db, user.id, request.requester);
      throw new ApiError(AlreadyVerified);
    }
    await withdraw(services, user);
    return done({});
  },
);
