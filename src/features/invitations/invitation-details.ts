import { AlreadyVerified, InvalidToken } from '../../api/errors.ts';
import { list, named, object, string } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { emailAddress } from '../../api/schemas.ts';
import { lackedFields } from '../../core/profile/custom-fields.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';

export const invitationDetails = protectedOperation(
  {
    id: 'invitationDetails',
    summary: 'Get details of an invitation',
    description: 'For the page behind the link in an invitation: which members are needed to accept it.',
    tag: 'Passwords',
    message: 'Details retrieved successfully',
    bearer: 'invitation',
    answers: named(
      'InvitationDetails',
      object({
        email: emailAddress,
        missing: {
          ...list(string()),
          description: 'Members needed besides `new_password`; those in `fields` begin with `fields.`.',
        },
        optional: { ...list(string()), description: 'Others that the account lacks.' },
      }),
    ),
    errors: [AlreadyVerified],
  },
  async (_request, services, { user, claims }) => {
    if (claims.version !== user.credentialVersion) throw new ApiError(InvalidToken, { reason: 'used' });
    if (user.accountStatus === 'ACTIVE') throw new ApiError(AlreadyVerified);
    const lacked = (presence: 'required' | 'optional') => lackedFields(user, services.fields, presence);
    return done({ email: user.email, missing: lacked('required'), optional: lacked('optional') });
  },
);
