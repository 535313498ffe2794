import { exportAccount } from '../../../accounts/export-account.ts';
import { ApiError } from '../../../http/api-error.ts';
import { success } from '../../../http/envelope.ts';
import { recordBy } from '../../../store/audit.ts';
import { UserNotFound } from '../../errors.ts';
import { AccountExport } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { targetUser } from './target-user.ts';

export const exportUser = adminOperation(
  {
    id: 'adminExportUser',
    summary: 'Everything that is stored about an account, but for secrets',
    answers: AccountExport,
    errors: [],
  },
  async (context) => {
    const { services, admin } = context;
    const { id } = await targetUser(context);
    const exported = await exportAccount(services.db, id, admin.recent, recordBy(admin.actor, 'exported', id));
    if (!exported) throw new ApiError(UserNotFound);
    return success('Data exported successfully', exported);
  },
);
