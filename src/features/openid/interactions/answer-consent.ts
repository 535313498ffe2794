import { object, oneOf } from '../../../api/json-schema.ts';
import { operation } from '../../../api/operation.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { byOwner } from '../../../store/audit/record.ts';
import { DecisionRequired, InteractionNotFound } from '../declared.ts';
import { findLogin } from '../provider/account.ts';
import { answerConsent as answer } from '../provider/answer-interaction.ts';
import { findInteraction } from '../provider/interactions.ts';
import { AnsweredInteraction } from '../schemas.ts';

/**
 * Needs no access token: the tab opened by the app may have none although the browser is logged in. The cookie of the
 * interaction proves that the browser is the same, and the interaction contains the login.
 */
export const answerConsent = operation(
  {
    id: 'answerConsent',
    summary: 'Answer a consent request',
    description: 'For the hosted pages: allows or denies the requested access.',
    tag: 'Apps',
    message: 'You can continue',
    body: object({ decision: oneOf(['allow', 'deny']) }),
    answers: AnsweredInteraction,
    errors: [InteractionNotFound, DecisionRequired],
  },
  async (request, services) => {
    const { db, openId } = services;
    const interaction = await findInteraction(db, openId, request.params.uid ?? '', request.cookies);
    const login = interaction?.prompt === 'consent' && (await findLogin(services, interaction.accountId));
    if (!interaction || !login) throw new ApiError(InteractionNotFound);
    const decision = (await request.body()).text('decision');
    if (decision !== 'allow' && decision !== 'deny') throw new ApiError(DecisionRequired);
    const isAnswered = await answer(db, interaction, login, decision, byOwner(request.requester));
    if (!isAnswered) throw new ApiError(InteractionNotFound);
    return done({ continue_at: interaction.returnTo });
  },
);
