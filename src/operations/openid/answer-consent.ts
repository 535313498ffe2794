import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { findLoggedIn } from '../../openid/account.ts';
import { answerInteraction } from '../../openid/answer-interaction.ts';
import { findInteraction } from '../../openid/interactions.ts';
import * as audit from '../../store/audit.ts';
import * as grants from '../../store/openid-grants.ts';
import * as sessions from '../../store/sessions.ts';
import { DecisionRequired, InteractionNotFound } from '../errors.ts';
import { object, oneOf } from '../json-schema.ts';
import { operation } from '../operation.ts';
import { AnsweredInteraction } from './schemas.ts';

const DENIED = { error: 'access_denied', error_description: 'the owner of the account said no' };

/**
 * Without an access token: the tab that an app has sent here may have none, although the browser is logged in. The
 * cookie of the interaction says that it is the same browser, and the interaction whose login it is.
 */
export const answerConsent = operation(
  {
    id: 'answerConsent',
    summary: 'Answer the app that waits for consent',
    description: 'For the hosted pages: let it see what it wants to see, or not.',
    tag: 'Apps',
    message: 'You can go on',
    body: object({ decision: oneOf(['allow', 'deny']) }),
    answers: AnsweredInteraction,
    errors: [InteractionNotFound, DecisionRequired],
  },
  async (request, services) => {
    const { db, openId } = services;
    const interaction = await findInteraction(db, openId, request.params.uid ?? '', request.cookies);
    const owner = interaction?.prompt === 'consent' && (await findLoggedIn(services, interaction.accountId));
    if (!interaction || !owner) throw new ApiError(InteractionNotFound);
    const { user, sessionId } = owner;
    const decision = (await request.body()).text('decision');
    if (decision !== 'allow' && decision !== 'deny') throw new ApiError(DecisionRequired);
    const { client } = interaction;
    const granted = grants.joined(await grants.granted(db, user.id, client.id), interaction);
    const answered = await db.batch([
      sessions.requireAlive(user, sessionId),
      ...(decision === 'deny'
        ? [answerInteraction(interaction, DENIED)]
        : [
            answerInteraction(interaction, { consent: {} }),
            grants.grant(user.id, client.id, granted),
            audit.recordApp('app_allowed', { userId: user.id, clientId: client.id }, request.requester),
          ]),
    ]);
    if (!answered) throw new ApiError(InteractionNotFound);
    return done({ continue_at: interaction.returnTo });
  },
);
