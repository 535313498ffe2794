import { ExportRunning, ServerErrorTryLater, UserNotFound } from '../../api/errors.ts';
import { EXPORTED, exportAnswer } from '../../api/export-answer.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { AccountExport } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { exportAccount } from '../profile/export-account.ts';

export const exportMe = protectedOperation(
  {
    id: 'exportMe',
    summary: 'Export your account',
    description: 'Returns everything stored about the account, except for secrets. One export at a time.',
    tag: 'Export and deletion',
    message: EXPORTED,
    bearer: 'auth',
    needsRecentLogin: true,
    answers: AccountExport,
    errors: [ExportRunning],
    failure: ServerErrorTryLater,
  },
  async (_request, services, sender) => {
    const { user, recentLogin, actor } = sender;
    const mayFinish = () => sender.checkAgain().then(() => true);
    return services.exports.begin(`user:${user.id}`, async () => {
      const exported = await exportAccount(services.db, user.id, recentLogin, actor, mayFinish);
      // A concurrent request deleted the account.
      if (!exported) throw new ApiError(UserNotFound);
      return exportAnswer(exported);
    });
  },
);
