import { requestDeletion } from '../../accounts/delete-account.ts';
import { success } from '../../http/envelope.ts';
import { authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import { AccountSuspended, LastAdministrator, ServerErrorTryLater } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { DeletionTime } from '../schemas.ts';

export const deleteMe: Operation<typeof DeletionTime> = operation(
  {
    id: 'deleteMe',
    summary: 'Delete the own account: at once, or after DELETION_GRACE unless the owner logs in before',
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
    const deletion = await requestDeletion(services.db, asked, recentLogin);
    // A concurrent request replaced the password, or suspended or deleted the account: the checks run again.
    if (!deletion) return deleteMe.run(request, services);
    services.wakeMail();
    const { deletesAtMs } = deletion;
    return deletesAtMs === null
      ? success('Your account has been deleted', { deletes_at: null })
      : success('Your account will be deleted', { deletes_at: new Date(deletesAtMs).toISOString() });
  },
);
