import { done } from '../../../http/envelope.ts';
import type { Reads } from '../../../store/engine/database.ts';
import * as outbox from '../../../store/tables/outbox.ts';
import { boolean, integer, named, nullableString, object, oneOf, string } from '../../json-schema.ts';
import type { SystemServices } from '../../services.ts';
import { adminOperation } from '../admin-operation.ts';

const Health = named(
  'Health',
  object({
    database: object({
      kind: oneOf(['sqlite', 'postgres']),
      is_usable: { ...boolean(), description: 'Whether it can be read and written.' },
      milliseconds: { ...integer(), description: 'How long the check took.' },
    }),
    mail: object({
      server: nullableString({ description: 'Host and port; null: the developer’s inbox.' }),
      is_reachable: { ...boolean(), description: 'As the answering process sees it.' },
      waiting: integer(),
      dead: integer(),
      oldest_waiting_seconds: integer(),
    }),
    version: string(),
    started_at: string({ format: 'date-time' }),
    uptime_seconds: { ...integer(), description: 'Of the process that answered the request.' },
    workers: { ...integer(), description: 'Processes of the answering instance.' },
    time: string({ format: 'date-time', description: 'The clock of the service.' }),
  }),
);

export const adminGetHealth = adminOperation(
  {
    id: 'adminGetHealth',
    summary: 'Get the health of the service',
    description: 'Database, mail server, queue of e-mails, version.',
    tag: 'Administration: system',
    message: 'Health retrieved successfully',
    answers: Health,
  },
  async ({ services: { db, nowMs, system } }) => {
    const { mail, version, startedAtMs, workers } = system;
    const [database, queue] = await Promise.all([databaseHealth(db, system), outbox.depth(db)]);
    return done({
      database,
      mail: {
        server: mail.server ?? null,
        is_reachable: !mail.isDown(),
        waiting: queue.waiting,
        dead: queue.dead,
        oldest_waiting_seconds: Math.round(queue.oldestWaitingMs / 1000),
      },
      version,
      started_at: new Date(startedAtMs).toISOString(),
      uptime_seconds: Math.round((nowMs() - startedAtMs) / 1000),
      workers,
      time: new Date(nowMs()).toISOString(),
    });
  },
);

async function databaseHealth({ kind }: Reads, { checkDatabase }: SystemServices) {
  const startedMs = performance.now();
  const isUsable = await checkDatabase().then(
    () => true,
    () => false,
  );
  return { kind, is_usable: isUsable, milliseconds: Math.round(performance.now() - startedMs) };
}
