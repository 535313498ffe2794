import { requestDeletion } from '../../accounts/lifecycle/delete-account.ts';
import { done, success } from '../../http/envelope.ts';
import { LastAdministrator, ServerErrorTryLater } from '../errors.ts';
import { protectedOperation } from '../protected-operation.ts';
import { DeletionTime } from '../schemas.ts';

export const deleteMe = protectedOperation(
  {
    id: 'deleteMe',
    summary: 'Delete your account',
    description:
      'Immediately, or after `DELETION_GRACE` unless the owner logs in before. The owner is notified by e-mail.',
    tag: 'Export and deletion',
    message: 'Your account has been deleted',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: DeletionTime,
    errors: [LastAdministrator],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, recentLogin }) => {
    const { requester, language } = request;
    const deletion = { user, requester, language, graceMs: services.deletionGraceMs };
    const { deletesAtMs } = await requestDeletion(services.db, deletion, recentLogin);
    return deletesAtMs === null
      ? done({ deletes_at: null })
      : success('Your account will be deleted', { deletes_at: new Date(deletesAtMs).toISOString() });
  },
);
