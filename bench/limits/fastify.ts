import Fastify from 'fastify';
import { SafeUser, successEnvelope } from '../../src/api/schemas.ts';
import { MESSAGE, profile } from './answer.ts';

/** The framework with a response schema and nothing else: no token, no database, no headers, no log. */
const server = Fastify();
const schema = { response: { 200: successEnvelope(SafeUser) } };
server.get('/', { schema }, async () => ({ status: 'success', message: MESSAGE, data: profile }));
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
