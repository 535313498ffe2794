import { operation } from '../../../api/operation.ts';
import { scopesThatGive } from '../../../core/openid-scopes.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { InteractionNotFound } from '../declared.ts';
import { findLogin } from '../provider/account.ts';
import { hostOf, isDocumentId, isLoopback } from '../provider/client-document.ts';
import { findInteraction } from '../provider/interactions.ts';
import { OpenInteraction } from '../schemas.ts';

export const getInteraction = operation(
  {
    id: 'getInteraction',
    summary: 'Get the app that waits for a login or consent',
    description: 'For the hosted pages: whether the app that sent the browser waits for a login or for consent.',
    tag: 'Apps',
    message: 'Interaction retrieved successfully',
    answers: OpenInteraction,
    errors: [InteractionNotFound],
  },
  async ({ params, cookies }, services) => {
    const interaction = await findInteraction(services.db, services.openId, params.uid ?? '', cookies);
    if (!interaction) throw new ApiError(InteractionNotFound);
    const { client, prompt, scopes, resources, redirectUri, accountId } = interaction;
    const owner = prompt === 'consent' ? await findLogin(services, accountId) : undefined;
    if (prompt === 'consent' && !owner) throw new ApiError(InteractionNotFound);
    return done({
      app: {
        name: client.name,
        logo_url: client.logoUri,
        host: isDocumentId(client.id) ? hostOf(client.id) : null,
        is_on_device: isLoopback(redirectUri),
        leads_to: redirectUri,
      },
      wants: prompt,
      scopes: scopesThatGive(scopes, services.fields),
      resources: Object.entries(resources).map(([url, own]) => ({ url, scopes: own })),
      email: owner?.user.email ?? null,
    });
  },
);
