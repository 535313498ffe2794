import { createServer } from 'node:http';
import { createVerifier, guardHttp } from '@latchkey/client/verify';

const issuer = 'http://localhost:3000';
const resource = 'http://localhost:4100/mcp'; // as in MCP_RESOURCES
const resourceMetadata = 'http://localhost:4100/.well-known/oauth-protected-resource/mcp'; // its path comes last

const verify = createVerifier({ kind: 'app', keys: `${issuer}/.well-known/jwks.json`, issuer, audience: resource });
const guard = guardHttp(verify, { scope: 'notes:read', resourceMetadata });

createServer(async (request, response) => {
  if (request.url === new URL(resourceMetadata).pathname) {
    const metadata = { resource, authorization_servers: [issuer], scopes_supported: ['notes:read', 'notes:write'] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
    return;
  }
  const claims = await guard(request, response); // sub is the account, client_id the agent
  if (claims) response.end(`notes of user ${claims.sub}`);
}).listen(4100);
