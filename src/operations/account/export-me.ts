import { exportAccount } from '../../accounts/profile/export-account.ts';
import { ApiError } from '../../http/api-error.ts';
import { owner } from '../../store/tables/events.ts';
import { authenticate, ownerOf, refuseSuspended, requireRecentLogin, requireSession } from '../authenticate.ts';
import { AccountSuspended, ExportRunning, ServerErrorTryLater, UserNotFound } from '../errors.ts';
import { EXPORTED, exportAnswer } from '../export-answer.ts';
import { operation } from '../operation.ts';
import { AccountExport } from '../schemas.ts';

export const exportMe = operation(
  {
    id: 'exportMe',
    summary: 'Export the own account',
    description: 'Everything that is stored about the account, but for secrets. One export at a time.',
    tag: 'Export and deletion',
    message: EXPORTED,
    bearer: 'auth',
    needsRecentLogin: true,
    answers: AccountExport,
    errors: [AccountSuspended, ExportRunning],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const recentLogin = await requireRecentLogin(claims, services);
    const mayFinish = async () => {
      refuseSuspended(await ownerOf(claims, services, 'auth'));
      await requireSession(claims, services);
      return true;
    };
    return services.exports.begin(`user:${user.id}`, async () => {
      const by = owner(request.requester);
      const exported = await exportAccount(services.db, user.id, recentLogin, by, mayFinish);
      // A concurrent request deleted the account.
      if (!exported) throw new ApiError(UserNotFound);
      return exportAnswer(exported);
    });
  },
);
