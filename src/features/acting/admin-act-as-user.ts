import { type AdminRequest, adminOperation } from '../../administration/admin-operation.ts';
import { REASON_ERRORS, readReason, reasonMember } from '../../administration/read-body.ts';
import { userToChange } from '../../administration/target-user.ts';
import { ApiKeyNotAllowed } from '../../api/errors.ts';
import { named, object, string, token } from '../../api/json-schema.ts';
import { SafeUser } from '../../api/schemas.ts';
import { safeUser } from '../../core/user-representations.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Answer, done } from '../../http/envelope.ts';
import { actAsUser, cannotActAs } from './act-as-user.ts';
import { CannotActAs } from './declared.ts';

export const adminActAsUser = adminOperation(
  {
    id: 'adminActAsUser',
    summary: 'Act as a user',
    description:
      'Returns an access token that reads the account and changes its plain profile, for ' +
      '`ACT_AS_USER_LIFETIME`. Its claim `act` names the administrator. The owner is notified by e-mail, with ' +
      'the reason. Ends what the administrator acted as before; it also ends with the session, the role or a ' +
      'suspension.',
    tag: 'Administration: users',
    message: 'You are acting as this user',
    body: object({ reason: reasonMember }),
    answers: named(
      'ActingToken',
      object({ access_token: token(), expires_at: string({ format: 'date-time' }), user: SafeUser }),
    ),
    errors: [CannotActAs, ...REASON_ERRORS],
  },
  async (context) => {
    await userToActAs(context);
    return act(context, readReason(await context.body()));
  },
);

async function userToActAs(context: AdminRequest) {
  const user = await userToChange(context);
  const reason = cannotActAs(user);
  if (reason !== undefined) throw new ApiError(CannotActAs, { reason });
  return user;
}

async function act(context: AdminRequest<true>, reason: string): Promise<Answer> {
  const { services, admin } = context;
  // permissions.ts admits no key here.
  if (!admin.user) throw new ApiError(ApiKeyNotAllowed);
  const user = await userToActAs(context);
  const { accessToken, expiresAtMs } = await actAsUser(
    services,
    { admin: admin.user, user, reason },
    admin.recentLogin,
    admin.actor,
  );
  return done({
    access_token: accessToken,
    expires_at: new Date(expiresAtMs).toISOString(),
    user: safeUser(user, services.fields),
  });
}
