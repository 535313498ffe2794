import { requestDeletion } from '../../accounts/lifecycle/delete-account.ts';
import { done, success } from '../../http/envelope.ts';
import { authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import { AccountSuspended, LastAdministrator, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { DeletionTime } from '../schemas.ts';

export const deleteMe = operation(
  {
    id: 'deleteMe',
    summary: 'Delete the own account',
    description: 'At once, or after `DELETION_GRACE` unless the owner logs in before. The owner is told by e-mail.',
    tag: 'Export and deletion',
    message: 'Your account has been deleted',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: DeletionTime,
    errors: [AccountSuspended, LastAdministrator],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const recentLogin = await requireRecentLogin(claims, services);
    const { requester, language } = request;
    const asked = { user, requester, language, graceMs: services.deletionGraceMs };
    const { deletesAtMs } = await requestDeletion(services.db, asked, recentLogin);
    return deletesAtMs === null
      ? done({ deletes_at: null })
      : success('Your account will be deleted', { deletes_at: new Date(deletesAtMs).toISOString() });
  },
);
