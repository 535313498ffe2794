import { Refusal } from '../../../accounts/refusal.ts';
import { endOneSession } from '../../../accounts/sign-in/end-sessions.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { NotAList } from '../../../http/errors.ts';
import { decideAgain } from '../../../store/commit.ts';
import { isOfSender } from '../../../store/request-sender.ts';
import { AdministratorProtected, EmptyField, InvalidMember, SessionNotFound, UserNotFound } from '../../errors.ts';
import { list, named, object, oneOf, string } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { type AdminRequest, adminOperation } from '../admin-operation.ts';
import { userToChangeWithId } from '../users/target-user.ts';

const MAX_SESSIONS = 100;
const OUTCOMES = ['done', ...[UserNotFound, AdministratorProtected, SessionNotFound].map(({ code }) => code)];
/** The account and the session, as in the path of the single operation. */
const SESSION = /^([1-9]\d{0,14})\/([\w-]{1,64})$/;

export const adminEndSessions = adminOperation(
  {
    id: 'adminEndSessions',
    summary: 'End several sessions',
    description: `Up to ${MAX_SESSIONS}, each with its outcome.`,
    tag: 'Administration: sessions',
    message: 'Done',
    body: object({
      sessions: list(string({ description: '`<account id>/<session id>`', examples: ['7/0a1b2c'] }), {
        minItems: 1,
        maxItems: MAX_SESSIONS,
      }),
    }),
    bodyIsRequired: true,
    answers: named(
      'SessionOutcomes',
      object({
        outcomes: list(
          object({
            session: string({ description: 'As in the request.' }),
            outcome: { ...oneOf(OUTCOMES), description: '`done`, or the error code.' },
          }),
        ),
      }),
    ),
    example: { outcomes: [{ session: '7/0a1b2c', outcome: 'done' }] },
    errors: [InvalidMember, NotAList, narrowed(EmptyField, { field: 'sessions' })],
  },
  async (context) => {
    const body = await context.body();
    const sessions = [...new Set(body.texts('sessions'))];
    if (sessions.length === 0) throw new ApiError(EmptyField, { field: 'sessions' });
    if (sessions.length > MAX_SESSIONS || !sessions.every((one) => SESSION.test(one))) {
      throw new ApiError(InvalidMember, { field: 'sessions', rule: `at most ${MAX_SESSIONS} of <account>/<session>` });
    }
    const outcomes = new Map<string, string>();
    const isOwn = (session: string) => session.startsWith(`${context.admin.user?.id}/`);
    // One after another, as for accounts. The sender's sessions come last: without one, nothing more is allowed.
    for (const one of sessions.toSorted((a, b) => Number(isOwn(a)) - Number(isOwn(b)))) {
      outcomes.set(one, await outcomeOf(context, one));
    }
    return done({ outcomes: sessions.map((session) => ({ session, outcome: outcomes.get(session) })) });
  },
);

async function outcomeOf(context: AdminRequest<true>, session: string): Promise<string> {
  const { services, admin } = context;
  const [, userId = '', id = ''] = SESSION.exec(session) ?? [];
  try {
    // Repeats this session only, because the ones before it have ended.
    await decideAgain(async () => {
      const user = await userToChangeWithId(context, userId);
      await endOneSession(services.db, user.id, id, admin.recentLogin, admin.actor);
    }, isOfSender);
    return 'done';
  } catch (error) {
    if (error instanceof ApiError || error instanceof Refusal) return error.code;
    throw error;
  }
}
