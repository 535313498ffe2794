import { exportAccount } from '../../accounts/export-account.ts';
import { ApiError } from '../../http/api-error.ts';
import { success } from '../../http/envelope.ts';
import * as audit from '../../store/audit.ts';
import { authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater, UserNotFound } from '../errors.ts';
import { operation } from '../operation.ts';
import { AccountExport } from '../schemas.ts';

export const exportMe = operation(
  {
    id: 'exportMe',
    summary: 'Everything that is stored about the own account, but for secrets',
    bearer: 'auth',
    fresh: true,
    answers: AccountExport,
    errors: [AccountSuspended],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const recent = await requireRecentLogin(claims, services);
    const event = audit.record('exported', user.id, request.requester);
    const exported = await exportAccount(services.db, user.id, recent, event);
    // A concurrent request deleted the account.
    if (!exported) throw new ApiError(UserNotFound);
    return success('Data exported successfully', exported);
  },
);
