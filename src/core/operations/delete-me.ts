import { LastAdministrator, ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { DeletionTime } from '../../api/schemas.ts';
import { done, success } from '../../http/envelope.ts';
import { requestDeletion } from '../lifecycle/delete-account.ts';

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
