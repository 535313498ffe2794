import type { Logger } from 'pino';
import type { RecordedEvent } from '../store/tables/events.ts';

/**
 * AUDIT_LOG: a log line for each audit event of this process, whatever LOG_LEVEL is. It has no text of a client, such as
 * a user agent: nobody can write a line that looks like another one.
 */
export function createAuditLog(log: Logger): (recorded: RecordedEvent) => void {
  const lines = log.child({}, { level: 'info' });
  return ({ event, userId, address: client, actor }) =>
    lines.info(
      {
        event,
        ...(client !== null && { client }),
        ...(userId !== null && { userId }),
        ...(actor !== null && { actor }),
      },
      'audit',
    );
}
