import { endOneSession } from '../../../accounts/sign-in/end-sessions.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { NotAList } from '../../../http/errors.ts';
import { AdministratorProtected, EmptyField, InvalidMember, SessionNotFound, UserNotFound } from '../../errors.ts';
import { list, named, object, string } from '../../json-schema.ts';
import { narrowed } from '../../operation.ts';
import { type AdminRequest, adminOperation } from '../admin-operation.ts';
import { outcomeSchema, outcomesOf } from '../outcomes.ts';
import { userToChangeWithId } from '../users/target-user.ts';

const MAX_SESSIONS = 100;
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
            outcome: outcomeSchema([UserNotFound, AdministratorProtected, SessionNotFound]),
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
    const isOwn = (session: string) => session.startsWith(`${context.admin.user?.id}/`);
    const outcomes = await outcomesOf(sessions, isOwn, (session) => end(context, session));
    return done({ outcomes: outcomes.map(({ item: session, outcome }) => ({ session, outcome })) });
  },
);

async function end(context: AdminRequest<true>, session: string): Promise<void> {
  const { services, admin } = context;
  const [, userId = '', id = ''] = SESSION.exec(session) ?? [];
  const user = await userToChangeWithId(context, userId);
  await endOneSession(services.db, user.id, id, admin.recentLogin, admin.actor);
}
