import { RecentLoginRequired, ServerErrorTryLater } from '../../../api/errors.ts';
import { boolean, partialObject } from '../../../api/json-schema.ts';
import { protectedOperation } from '../../../api/protected-operation.ts';
import { recentLoginRequired, requireRecentLogin } from '../../../api/require-recent-login.ts';
import type { Services } from '../../../api/services.ts';
import { MULTIPLE_FACTORS } from '../../../core/sign-in/recent-login.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { factorsOf } from '../../../store/tables/factors.ts';
import type { User } from '../../../store/tables/user.ts';
import type { Claims } from '../../../tokens/signed-tokens.ts';
import { InteractionNotFound } from '../declared.ts';
import { accountIdOf } from '../provider/account-id.ts';
import { acrOf } from '../provider/acr.ts';
import { answerLogin, type InteractionAnswer } from '../provider/answer-interaction.ts';
import { findInteraction, type Interaction } from '../provider/interactions.ts';
import { AnsweredInteraction } from '../schemas.ts';

export const answerInteraction = protectedOperation(
  {
    id: 'answerInteraction',
    summary: 'Log in to a waiting app',
    description: 'For the hosted pages: continues with the current session.',
    tag: 'Apps',
    message: 'You can continue',
    bearer: 'auth',
    needsSession: true,
    body: partialObject({ keep: boolean({ description: 'Stay logged in when the browser is closed.' }) }),
    answers: AnsweredInteraction,
    errors: [RecentLoginRequired, InteractionNotFound],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, claims, sessionId }) => {
    const { db, openId } = services;
    const interaction = await findInteraction(db, openId, request.params.uid ?? '', request.cookies);
    if (interaction?.prompt !== 'login') throw new ApiError(InteractionNotFound);
    const accountId = accountIdOf({ userId: user.id, sessionId });
    await requireLoginFor(interaction, user, claims, services);
    const keep = (await request.body()).text('keep') === 'true';
    const answer = loginAnswer(interaction, accountId, claims, keep);
    if (!(await answerLogin(db, interaction, answer))) throw new ApiError(InteractionNotFound);
    return done({ continue_at: interaction.returnTo });
  },
);

/** Enforces `prompt=login`, `max_age` and `acr_values` of the app. */
async function requireLoginFor(
  interaction: Interaction,
  user: User,
  claims: Claims,
  services: Services,
): Promise<void> {
  const { begunAtMs, wantsNewLogin, maxAgeMs, wantsTwoFactors } = interaction;
  const nowMs = services.nowMs();
  // Tokens contain the time of the login in whole seconds.
  const sinceBegunMs = nowMs - begunAtMs + 1000;
  const allowedMs = wantsNewLogin
    ? sinceBegunMs
    : maxAgeMs === undefined
      ? undefined
      : Math.max(maxAgeMs, sinceBegunMs);
  if (allowedMs !== undefined) requireRecentLogin(claims, { ...services, recentLoginMs: allowedMs });
  if (!wantsTwoFactors || claims.amr?.includes(MULTIPLE_FACTORS)) return;
  // Users without a second factor log in without one; apps see how they logged in.
  if ((await factorsOf(services.db, user)).length > 0) throw recentLoginRequired(services);
}

function loginAnswer(
  { wasAnswered }: Interaction,
  accountId: string,
  { amr = [], authenticatedAtMs = 0 }: Claims,
  remember: boolean,
): InteractionAnswer {
  // The app requests the login again that it just received, so it wants another account.
  if (wasAnswered) return { error: 'login_required', error_description: 'another account is logged in' };
  return { login: { accountId, ts: Math.floor(authenticatedAtMs / 1000), amr, acr: acrOf(amr), remember } };
}
