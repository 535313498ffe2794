import { exportAccount } from '../../../accounts/profile/export-account.ts';
import { ApiError } from '../../../http/api-error.ts';
import { ExportRunning, UserNotFound } from '../../errors.ts';
import { EXPORTED, exportAnswer } from '../../export-answer.ts';
import { AccountExport } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { targetUser } from './target-user.ts';

export const adminExportUser = adminOperation(
  {
    id: 'adminExportUser',
    summary: 'Export an account',
    description: 'Returns everything stored about it, except for secrets. One export at a time.',
    tag: 'Administration: users',
    message: EXPORTED,
    answers: AccountExport,
    errors: [ExportRunning],
  },
  async (context) => {
    const { services, admin } = context;
    const { id } = await targetUser(context);
    return services.exports.begin(admin.actor.name, async () => {
      const exported = await exportAccount(services.db, id, admin.recentLogin, admin.actor, admin.mayFinish);
      if (!exported) throw new ApiError(UserNotFound);
      return exportAnswer(exported);
    });
  },
);
