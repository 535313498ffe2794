import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** Without the envelope, like the key set: tools expect the document itself. Made when first asked for. */
export function installOpenApi(server: FastifyInstance, version: string): void {
  let document: string | undefined;
  server.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
