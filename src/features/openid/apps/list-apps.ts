import { ServerErrorTryLater } from '../../../api/errors.ts';
import { protectedOperation } from '../../../api/protected-operation.ts';
import { scopesThatGive } from '../../../core/openid-scopes.ts';
import { done } from '../../../http/envelope.ts';
import { hostOf, isDocumentId } from '../provider/client-document.ts';
import { Apps } from '../schemas.ts';
import { appsOf } from './grant-table.ts';

export const listApps = protectedOperation(
  {
    id: 'listApps',
    summary: 'List your apps',
    description: 'What each app may see, and since when.',
    tag: 'Apps',
    message: 'Apps retrieved successfully',
    bearer: 'auth',
    whileActing: true,
    answers: Apps,
    failure: ServerErrorTryLater,
  },
  async (_request, services, { user }) => {
    const apps = await appsOf(services.db, user.id);
    return done({
      apps: apps.map((app) => ({
        id: app.clientId,
        name: app.name,
        logo_url: app.logoUri,
        scopes: scopesThatGive(app.scopes.split(' ').filter(Boolean), services.fields),
        host: isDocumentId(app.clientId) ? hostOf(app.clientId) : null,
        resources: Object.entries(app.resources).map(([url, scopes]) => ({ url, scopes })),
        since: new Date(app.grantedAtMs).toISOString(),
        last_used_at: new Date(app.lastUsedAtMs).toISOString(),
      })),
    });
  },
);
