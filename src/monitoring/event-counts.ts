import type { AuditEvent } from '../store/audit/event-types.ts';
import type { RecordedEvent } from '../store/audit/record.ts';

/** The events that this process has recorded since it started. */
export interface EventCounts {
  record(recorded: RecordedEvent): void;
  of(event: AuditEvent): number;
}

export function createEventCounts(): EventCounts {
  const counts = new Map<AuditEvent, number>();
  const of = (event: AuditEvent) => counts.get(event) ?? 0;
  return { of, record: ({ event }) => void counts.set(event, of(event) + 1) };
}
