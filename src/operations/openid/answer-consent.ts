import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { findLogin } from '../../openid/account.ts';
import { answerInteraction, type InteractionAnswer } from '../../openid/answer-interaction.ts';
import { findInteraction } from '../../openid/interactions.ts';
import { change, happening, unrecorded } from '../../store/change.ts';
import { must } from '../../store/engine/database.ts';
import { owner as ownerOf } from '../../store/tables/events.ts';
import { ofApp } from '../../store/tables/openid-clients.ts';
import * as grants from '../../store/tables/openid-grants.ts';
import * as sessions from '../../store/tables/sessions.ts';
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
    summary: 'Answer a consent request',
    description: 'For the hosted pages: allows or denies the requested access.',
    tag: 'Apps',
    message: 'You can go on',
    body: object({ decision: oneOf(['allow', 'deny']) }),
    answers: AnsweredInteraction,
    errors: [InteractionNotFound, DecisionRequired],
  },
  async (request, services) => {
    const { db, openId } = services;
    const interaction = await findInteraction(db, openId, request.params.uid ?? '', request.cookies);
    const owner = interaction?.prompt === 'consent' && (await findLogin(services, interaction.accountId));
    if (!interaction || !owner) throw new ApiError(InteractionNotFound);
    const { user, sessionId } = owner;
    const decision = (await request.body()).text('decision');
    if (decision !== 'allow' && decision !== 'deny') throw new ApiError(DecisionRequired);
    const { client } = interaction;
    const granted = grants.joined(await grants.granted(db, user.id, client.id), interaction);
    // Otherwise the interaction, or the session it hangs on, is over.
    const over = new ApiError(InteractionNotFound);
    const session = must(sessions.requireAlive(user, sessionId), over);
    const answer = (given: InteractionAnswer) => must(answerInteraction(interaction, given), over);
    await db.commit(
      ownerOf(request.requester),
      decision === 'deny'
        ? unrecorded('nothing was allowed', { session, answer: answer(DENIED) })
        : change(happening('app_allowed', ofApp(user.id, client.id)), {
            session,
            answer: answer({ consent: {} }),
            grant: grants.grant(user.id, client.id, granted),
          }),
    );
    return done({ continue_at: interaction.returnTo });
  },
);
