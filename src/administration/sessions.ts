import { AdministratorProtected, EmptyField, InvalidMember, SessionNotFound, UserNotFound } from '../api/errors.ts';
import { list, named, object, string } from '../api/json-schema.ts';
import { narrowed } from '../api/operation.ts';
import { EmptyObject } from '../api/schemas.ts';
import { endOneSession } from '../core/sign-in/end-sessions.ts';
import { describeSession, listSessionsOf } from '../core/sign-in/list-sessions.ts';
import { ApiError } from '../http/api-error.ts';
import { done } from '../http/envelope.ts';
import { NotAList } from '../http/errors.ts';
import type { Reads } from '../store/engine/database.ts';
import {
  type AnySession as Found,
  findSessions,
  isExpiry,
  type SessionPlace,
} from '../store/tables/sessions-of-all-users.ts';
import { type AdminRequest, adminOperation } from './admin-operation.ts';
import { exportedLines, exportOperation } from './exported-list.ts';
import { outcomeSchema, outcomesOf } from './outcomes.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, type Place, pageOf, readCursor } from './page-cursor.ts';
import { invalid } from './query-parameters.ts';
import { readSessionFilter, SESSION_FILTERS, SESSION_OWNER } from './session-filters.ts';
import { targetUser, userToChange, userToChangeWithId } from './target-user.ts';
import { AnySession, UserSession } from './user-schemas.ts';

const listedSession = async ({ id, userId, fullName, email, amr, ...session }: Found) => ({
  ...(await describeSession({ ...session, amr: amr === null ? [] : JSON.parse(amr) })),
  id,
  user_id: userId,
  full_name: fullName,
  email,
});

export const adminListSessions = adminOperation(
  {
    id: 'adminListSessions',
    summary: 'List all sessions',
    description: 'All open sessions, most recently used first.',
    tag: 'Administration: sessions',
    message: 'Sessions retrieved successfully',
    query: { ...SESSION_OWNER, ...SESSION_FILTERS, ...PAGE_PARAMETERS },
    answers: pageOf('SessionPage', AnySession),
    compressible: true,
  },
  async ({ services: { db, nowMs }, query }) => {
    const place = readCursor(query);
    const after = place && sessionPlace(db, place);
    const userId = query.user === undefined ? undefined : Number(query.user);
    const isWanted = readSessionFilter(query, nowMs());
    const { sessions, next } = await findSessions(db, { userId, after, isWanted, limit: limitOf(query) });
    return done({
      items: await Promise.all(sessions.map(listedSession)),
      next: next && cursorOf(query, { key: `${next.slot} ${next.expiry}`, id: next.userId }),
    });
  },
);

function sessionPlace(db: Reads, { key, id }: Place): SessionPlace {
  const [slot = '', expiry = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
  if (!/^\d{1,15}$/.test(slot) || !isExpiry(db, expiry)) throw invalid('after', 'must be the next of another page');
  return { slot: Number(slot), expiry, userId: id };
}

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
    if (sessions.length > MAX_SESSIONS || !sessions.every((session) => SESSION.test(session))) {
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

/** Sessions per read: on SQLite, a read blocks all other requests. */
const STEP = 100;

export const adminExportSessions = exportOperation(
  {
    id: 'adminExportSessions',
    summary: 'Export sessions',
    description: 'All that match the filters, as CSV or JSON lines.',
    tag: 'Administration: sessions',
    query: { ...SESSION_OWNER, ...SESSION_FILTERS },
    answers: exportedLines('A line for each session', { id: '0a1b2c', user_id: 7, email: 'ada@example.com' }),
  },
  ({ query, services: { db, nowMs } }) => {
    const isWanted = readSessionFilter(query, nowMs());
    const userId = query.user === undefined ? undefined : Number(query.user);
    return {
      name: 'sessions',
      columns: COLUMNS,
      async read(after: SessionPlace | null) {
        const search = { userId, isWanted, after: after ?? undefined, limit: STEP };
        const { sessions, next } = await findSessions(db, search);
        const listed = await Promise.all(sessions.map(listedSession));
        return { rows: listed.map(({ ways, ...session }) => ({ ...session, ways: ways.join(' ') })), next };
      },
    };
  },
);

const COLUMNS = [
  'device',
  'browser',
  'system',
  'address',
  'created_at',
  'last_used_at',
  'id',
  'user_id',
  'full_name',
  'email',
  'ways',
] as const;

export const adminListUserSessions = adminOperation(
  {
    id: 'adminListUserSessions',
    summary: "List a user's sessions",
    description: 'Last used first.',
    tag: 'Administration: sessions',
    message: 'Sessions retrieved successfully',
    answers: list(UserSession),
  },
  async (context) => {
    const { id } = await targetUser(context);
    return done(await listSessionsOf(context.services.db, id));
  },
);

export const adminEndUserSession = adminOperation(
  {
    id: 'adminEndUserSession',
    summary: "End a user's session",
    description: 'Its access tokens work until they expire.',
    tag: 'Administration: sessions',
    message: 'Session ended',
    answers: EmptyObject,
    errors: [AdministratorProtected, SessionNotFound],
  },
  async (context) => {
    const { services, admin, request } = context;
    const { id } = await userToChange(context);
    await endOneSession(services.db, id, request.params.session ?? '', admin.recentLogin, admin.actor);
    return done({});
  },
);
