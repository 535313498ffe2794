import type { FastifyInstance } from 'fastify';
import type { DeveloperInbox } from '../mail/developer-inbox.ts';
import { success } from './envelope.ts';

/** Only there in development, and only while no mail server is configured. */
export function installDeveloperInbox(server: FastifyInstance, inbox: DeveloperInbox): void {
  server.get('/dev/inbox', async (request) => {
    const { to } = request.query as { to?: string | string[] };
    return success('Messages, newest first', inbox.list({ to: [to].flat()[0] })).body;
  });
}
