import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createVerifier, guardExpress, guardFastify, guardHttp } from '../../client/src/verify/index.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { forge, HEADER } from '../support/hostile-tokens.ts';
import { SIGNING_SECRET } from '../support/service.ts';
import { claims } from './made-tokens.ts';

describe('the guards', () => {
  it('let a good token in, and answer the others as the standards say', async (t) => {
    const verify = createVerifier({ secret: SIGNING_SECRET });
    const [guard, express, fastify] = [
      guardHttp(verify, { maxAge: 600 }),
      guardExpress(verify, { maxAge: 600 }),
      guardFastify(verify, { maxAge: 600 }),
    ];
    const ofMcpServer = guardHttp(verify, { maxAge: 600, resourceMetadata: 'https://mcp.example.com/m' });
    const server = createServer(async (request, response) => {
      const withAuth: typeof request & { auth?: { sub: string } } = request;
      if (request.url === '/http' || request.url === '/mcp') {
        const claimsOfUser = await (request.url === '/mcp' ? ofMcpServer : guard)(request, response);
        if (claimsOfUser) response.end(claimsOfUser.sub);
      } else if (request.url === '/express') {
        express(request, response, () => response.end(withAuth.auth?.sub));
      } else {
        const reply = {
          code: (status: number) => Object.assign(reply, { status }),
          headers: (headers: Record<string, string>) => Object.assign(reply, { sent: headers }),
          send: (body: string) => response.writeHead(reply.status, reply.sent).end(body),
          ...{ status: 200, sent: {} as Record<string, string> },
        };
        await fastify(request, reply);
        if (!response.writableEnded) response.end(withAuth.auth?.sub);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUpAfter(t, () => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const ask = async (path: string, authorization?: string) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return [answer.status, answer.headers.get('www-authenticate'), answer.ok ? await answer.text() : ''];
    };
    const good = forge(HEADER, claims());
    const old = forge(HEADER, claims({ auth_time: 1 }));
    for (const path of ['/http', '/express', '/fastify']) {
      assert.deepEqual(await ask(path, `Bearer ${good}`), [200, null, '7'], path);
      assert.deepEqual(await ask(path, `bearer  ${good}`), [200, null, '7'], path);
      assert.deepEqual(await ask(path), [401, 'Bearer', ''], path);
      assert.deepEqual(await ask(path, `Basic ${good}`), [401, 'Bearer', ''], path);
      assert.deepEqual(await ask(path, 'Bearer x'), [401, 'Bearer error="invalid_token"', ''], path);
      const challenge = 'Bearer error="insufficient_user_authentication", max_age="600"';
      assert.deepEqual(await ask(path, `Bearer ${old}`), [401, challenge, ''], path);
    }
    const metadata = 'resource_metadata="https://mcp.example.com/m"';
    assert.deepEqual(await ask('/mcp', `Bearer ${good}`), [200, null, '7']);
    assert.deepEqual(await ask('/mcp'), [401, `Bearer ${metadata}`, '']);
    assert.deepEqual(await ask('/mcp', 'Bearer x'), [401, `Bearer error="invalid_token", ${metadata}`, '']);
  });
});
