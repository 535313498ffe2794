import type { Logger } from 'pino';
import type { RecordedEvent } from '../store/audit/record.ts';

/**
 * AUDIT_LOG: a log line for each audit event of this process, regardless of LOG_LEVEL. It contains nothing that clients
 * chose, such as a user agent, so nobody can forge a line.
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
