import type { ServerResponse } from 'node:http';
import { ApiError } from '../../../http/api-error.ts';
import type { AuditRow } from '../../../store/tables/audit.ts';
import type { AuditFilter } from '../../../store/tables/find-audit-events.ts';
import { Overloaded } from '../../errors.ts';
import { adminOperation } from '../admin-operation.ts';
import type { Administrator } from '../authorize.ts';
import { readFilter, WHO_AND_WHAT } from './filter.ts';
import type { LiveListener } from './live-audit.ts';

/** A listener with this much unread data is disconnected, and can reconnect. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const JSON_LINES = 'application/jsonl';

export const adminFollowAudit = adminOperation(
  {
    id: 'adminFollowAudit',
    summary: 'Stream audit events',
    description: 'One line of JSON per event, as it happens.',
    tag: 'Administration: audit trail',
    message: null,
    query: WHO_AND_WHAT,
    answers: {
      streams: [JSON_LINES],
      description:
        'Lines with `type`: `event` with the members of an item of the list, `heartbeat` at the beginning and ' +
        'every 15 seconds, `end` with a `reason`.',
      examples: { [JSON_LINES]: `${JSON.stringify({ type: 'heartbeat' })}\n` },
    },
  },
  async ({ services: { db, liveAudit }, admin, query }) => {
    const filter = await readFilter(db, query);
    if (liveAudit.isFullFor(admin.actor.name)) throw new ApiError(Overloaded, undefined, { 'retry-after': '15' });
    return {
      contentType: JSON_LINES,
      stream: (response) => {
        const stop = liveAudit.follow(listener(response, filter, admin));
        response.once('close', stop);
        return stop;
      },
    };
  },
);

const listener = (
  response: ServerResponse,
  filter: AuditFilter,
  { actor, isStillAllowed }: Administrator,
): LiveListener => ({
  actor: actor.name,
  isWanted: (row) => matches(filter, row),
  isAllowed: isStillAllowed,
  write(text) {
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  },
  end: () => void response.end(),
});

const matches = ({ events, userId, actor, address }: AuditFilter, row: AuditRow): boolean =>
  (events.length === 0 || events.includes(row.event)) &&
  (userId === null || row.user_id === userId) &&
  (address === null || row.address === address) &&
  (actor === null || (actor === 'any' ? row.actor !== null : row.actor === actor));
