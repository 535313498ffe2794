import { done } from '../../../http/envelope.ts';
import type { Reads } from '../../../store/engine/database.ts';
import { findSessions, isExpiry, type SessionPlace } from '../../../store/tables/sessions-of-all-users.ts';
import { adminOperation } from '../admin-operation.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, type Place, pageOf, readCursor } from '../page-cursor.ts';
import { invalid } from '../query-parameters.ts';
import { AnySession } from '../users/schema.ts';
import { listedSession } from './listed-session.ts';
import { readSessionFilter, SESSION_FILTERS, SESSION_OWNER } from './session-filters.ts';

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
