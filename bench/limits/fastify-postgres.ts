import Fastify from 'fastify';
import pg from 'pg';
import { SafeUser, successEnvelope } from '../../src/api/schemas.ts';
import { MESSAGE, profile } from './answer.ts';

/** The framework with a response schema, and one prepared point read from PostgreSQL. */
const READ = `SELECT id, full_name, email, phone_number, industry, role, profile_image_url, account_status,
  created_at, updated_at
  FROM users WHERE id = $1`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const server = Fastify();
const schema = { response: { 200: successEnvelope(SafeUser) } };
server.get('/', { schema }, async () => {
  const { rows } = await pool.query({ name: 'read', text: READ, values: [profile.id] });
  return { status: 'success', message: MESSAGE, data: rows[0] };
});
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
