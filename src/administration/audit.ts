import type { ServerResponse } from 'node:http';
import { Overloaded } from '../api/errors.ts';
import { ApiError } from '../http/api-error.ts';
import { done } from '../http/envelope.ts';
import type { AuditFilter } from '../store/audit/find.ts';
import type { LiveListener } from '../store/audit/live.ts';
import { type AuditPosition, auditPage } from '../store/audit/page.ts';
import { type AuditRow, countedRow } from '../store/audit/read.ts';
import { adminOperation } from './admin-operation.ts';
import { AUDIT_PARAMETERS, readFilter, WHO_AND_WHAT } from './audit-filter.ts';
import { AuditItem, auditEvent, auditItem } from './audit-schemas.ts';
import type { Administrator } from './authorize.ts';
import { exportedLines, exportOperation } from './exported-list.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, type Place, pageOf, readCursor } from './page-cursor.ts';
import { invalid } from './query-parameters.ts';

export const adminListAudit = adminOperation(
  {
    id: 'adminListAudit',
    summary: 'List audit events',
    description: 'Newest first.',
    tag: 'Administration: audit trail',
    message: 'Audit events retrieved successfully',
    query: { ...AUDIT_PARAMETERS, ...PAGE_PARAMETERS },
    answers: pageOf('AuditPage', AuditItem),
    compressible: true,
  },
  async ({ services: { db }, query }) => {
    const filter = await readFilter(db, query);
    const { rows, next } = await auditPage(db, filter, position(readCursor(query)), limitOf(query));
    return done({ items: await Promise.all(rows.map(auditItem)), next: next && cursorOf(query, place(next)) });
  },
);

const place = ({ beforeId, count }: AuditPosition): Place => ({
  id: beforeId,
  key: count === null ? '' : `${count.hour} ${count.event} ${count.network}`,
});

function position(from: Place | undefined): AuditPosition | null {
  if (from === undefined) return null;
  if (from.key === '') return { beforeId: from.id, count: null };
  const [, hour, event = '', network = ''] = /^(\d{1,15}) (\w+) (.*)$/.exec(from.key) ?? [];
  if (hour === undefined) throw invalid('after', 'must be the next of another page');
  return { beforeId: from.id, count: { hour: Number(hour), event, network } };
}

/** Rows per read: on SQLite, a read blocks all other requests. */
const STEP = 200;

export const adminExportAudit = exportOperation(
  {
    id: 'adminExportAudit',
    summary: 'Export audit events',
    description: 'Newest first, as CSV or JSON lines.',
    tag: 'Administration: audit trail',
    query: AUDIT_PARAMETERS,
    answers: exportedLines('A line for each event or count', {
      id: 7,
      time: '2026-01-31T09:00:00.000Z',
      event: 'logged_in',
    }),
  },
  async ({ services: { db }, query }) => {
    const filter = await readFilter(db, query);
    return {
      name: 'audit',
      columns: COLUMNS,
      async read(after: AuditPosition | null) {
        const { rows, next } = await auditPage(db, filter, after, STEP);
        return { rows: rows.map(auditEvent), next };
      },
    };
  },
);

const NONE = auditEvent(countedRow({ hour: 0, event: '', network: '', events: 0 }));
const COLUMNS = Object.keys(NONE) as (keyof typeof NONE)[];

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
