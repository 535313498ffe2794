import { done } from '../../../http/envelope.ts';
import { type AuditPosition, auditPage } from '../../../store/tables/merge-audit-page.ts';
import { adminOperation } from '../admin-operation.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, type Place, pageOf, readCursor } from '../page-cursor.ts';
import { invalid } from '../query-parameters.ts';
import { AUDIT_PARAMETERS, readFilter } from './filter.ts';
import { AuditItem, auditItem } from './schema.ts';

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
