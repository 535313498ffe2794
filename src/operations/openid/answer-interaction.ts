import { MULTIPLE_FACTORS } from '../../accounts/recent-login.ts';
import { ApiError } from '../../http/api-error.ts';
import { success } from '../../http/envelope.ts';
import { accountIdOf } from '../../openid/account-id.ts';
import { acrOf } from '../../openid/acr.ts';
import {
  answerInteraction as answer,
  findInteraction,
  type Interaction,
  type InteractionAnswer,
} from '../../openid/interactions.ts';
import type { Statement } from '../../store/database.ts';
import * as grants from '../../store/openid-grants.ts';
import * as passkeys from '../../store/passkeys.ts';
import type { User } from '../../store/user.ts';
import type { Claims } from '../../tokens/signed-tokens.ts';
import {
  authenticate,
  recentLoginRequired,
  refuseSuspended,
  requireRecentLogin,
  requireSession,
} from '../authenticate.ts';
import {
  AccountSuspended,
  DecisionRequired,
  InteractionNotFound,
  RecentLoginRequired,
  ServerErrorTryLater,
} from '../errors.ts';
import { boolean, oneOf, partialObject } from '../json-schema.ts';
import { operation } from '../operation.ts';
import { AnsweredInteraction } from '../schemas.ts';
import type { Services } from '../services.ts';

export const answerInteraction = operation(
  {
    id: 'answerInteraction',
    summary:
      'For the hosted pages: log in to the app that waits, with the session that there is, or consent to what it wants to see',
    bearer: 'auth',
    body: partialObject({
      decision: oneOf(['allow', 'deny']),
      keep: boolean({ description: 'Stay logged in when the browser is closed.' }),
    }),
    answers: AnsweredInteraction,
    errors: [AccountSuspended, RecentLoginRequired, InteractionNotFound, DecisionRequired],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const sessionId = await requireSession(claims, services);
    const interaction = await findInteraction(
      services.sender.unguarded,
      services.openId,
      request.params.uid ?? '',
      request.cookies,
    );
    if (!interaction) throw new ApiError(InteractionNotFound);
    const accountId = accountIdOf({ userId: user.id, sessionId });
    if (interaction.prompt === 'login') await requireLoginFor(interaction, user, claims, services);
    // The session in which consent was asked for has ended, or is another one.
    else if (interaction.accountId !== accountId) throw new ApiError(InteractionNotFound);

    const body = await request.body();
    const answered =
      interaction.prompt === 'login'
        ? [answer(interaction, loginAnswer(interaction, accountId, claims, body.text('keep') === 'true'))]
        : await decide(interaction, user, body.text('decision'), services);
    if (!(await services.db.batch(answered))) throw new ApiError(InteractionNotFound);
    return success('You can go on', { continue_at: interaction.returnTo });
  },
);

/** `prompt=login`, `max_age` and `acr_values` of the app. */
async function requireLoginFor(
  interaction: Interaction,
  user: User,
  claims: Claims,
  services: Services,
): Promise<void> {
  const { begunAtMs, wantsNewLogin, maxAgeMs, wantsTwoFactors } = interaction;
  const nowMs = services.nowMs();
  // Tokens tell the time of the login in whole seconds.
  const sinceBegunMs = nowMs - begunAtMs + 1000;
  const allowedMs = wantsNewLogin
    ? sinceBegunMs
    : maxAgeMs === undefined
      ? undefined
      : Math.max(maxAgeMs, sinceBegunMs);
  if (allowedMs !== undefined) await requireRecentLogin(claims, { ...services, recentLoginMs: allowedMs });
  if (!wantsTwoFactors || claims.amr?.includes(MULTIPLE_FACTORS)) return;
  // Who has no second factor logs in with one: apps see which it was.
  const hasSecond = user.secondFactors !== 0 || (await passkeys.countOf(services.db, user.id)) > 0;
  if (hasSecond) throw recentLoginRequired(services);
}

function loginAnswer(
  { wasAnswered }: Interaction,
  accountId: string,
  { amr = [], authenticatedAtMs = 0 }: Claims,
  remember: boolean,
): InteractionAnswer {
  // Asked once more for what it has just been answered: the app wants somebody else.
  if (wasAnswered) return { error: 'login_required', error_description: 'another account is logged in' };
  return { login: { accountId, ts: Math.floor(authenticatedAtMs / 1000), amr, acr: acrOf(amr), remember } };
}

async function decide(
  interaction: Interaction,
  user: User,
  decision: string,
  { db }: Pick<Services, 'db'>,
): Promise<Statement[]> {
  const { client, scopes } = interaction;
  if (decision === 'deny')
    return [answer(interaction, { error: 'access_denied', error_description: 'the owner of the account said no' })];
  if (decision !== 'allow') throw new ApiError(DecisionRequired);
  const granted = new Set([...(await grants.grantedScopes(db, user.id, client.id)), ...scopes]);
  return [answer(interaction, { consent: {} }), grants.grant(user.id, client.id, [...granted])];
}
