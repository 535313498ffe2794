import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { MESSAGE } from './answer.ts';

/** No framework: verifies the token's signature, reads one row from SQLite and answers. `/ready` serves the start. */
const secret = process.env.SIGNING_SECRET ?? '';
const read = new DatabaseSync(process.env.DATABASE_FILE ?? '').prepare(
  `SELECT id, full_name, email, phone_number, industry, role, profile_image_url, account_status, created_at, updated_at
    FROM users WHERE id = ?`,
);

function userIdOf(authorization: string | undefined): number | undefined {
  const [header, payload, signature] = (authorization ?? '').slice('Bearer '.length).split('.');
  if (header === undefined || payload === undefined || signature === undefined) return undefined;
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return exp > Date.now() / 1000 ? Number(sub) : undefined;
}

createServer((request, response) => {
  const id = userIdOf(request.headers.authorization);
  if (id === undefined) return response.writeHead(request.url === '/ready' ? 200 : 401).end();
  const body = JSON.stringify({ status: 'success', message: MESSAGE, data: read.get(id) });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  return response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
