import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createCertificate } from './certificate.ts';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';

export const MCP = 'https://mcp.example.com/mcp';
export const FILES = 'https://files.example.com/mcp';
/** One server without scopes of its own, and one with two. */
export const WITH_AGENTS = { OPENID: 'on', MCP_RESOURCES: `${MCP}, ${FILES} files:read files:write` };

/** What the server of an agent answers; by default its document. */
export interface DocumentAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** It never answers. */
  readonly isSilent?: boolean;
}

/** The website of an agent, which has the document that it is known by. */
export interface AgentSite {
  readonly origin: string;
  readonly clientId: string;
  /** The paths that were asked for. */
  readonly requests: string[];
  /** Changes what it answers, at any path. */
  readonly answers: (answer: DocumentAnswer) => void;
  /** Changes members of the document; undefined removes one. */
  readonly changes: (members: Record<string, unknown>) => void;
  readonly stop: () => Promise<void>;
}

/** The document of an agent on a device that says no more than it must: no application_type, and loopback without a port. */
export const DOCUMENT = {
  client_name: 'Example Agent',
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

/** One for all sites: of two with the same name, one would not be found. */
const CERTIFICATE = createCertificate('localhost');
/** While there are sites, theirs alone: to set the usual ones takes 30 ms of processor time, each time. */
const TRUSTED = getCACertificates('default');
let sites = 0;

/** `document`: its members, in place of those of an agent on a device. */
export async function startAgentSite(t: Lifetime, document: Record<string, unknown> = DOCUMENT): Promise<AgentSite> {
  const { certificate, key } = CERTIFICATE;
  if (sites === 0) setDefaultCACertificates([certificate]);
  sites += 1;
  const requests: string[] = [];
  let said = document;
  let answer: DocumentAnswer = {};
  const server = createServer({ cert: certificate, key }, (request, response) => {
    requests.push(request.url ?? '');
    if (answer.isSilent) return;
    const body = answer.body ?? JSON.stringify({ client_id: `${origin}${request.url}`, ...said });
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  cleanUpAfter(t, () => {
    sites -= 1;
    if (sites === 0) setDefaultCACertificates(TRUSTED);
    return stop();
  });
  return {
    origin,
    clientId: `${origin}/client.json`,
    requests,
    answers: (next) => {
      answer = next;
    },
    changes: (members) => {
      said = Object.fromEntries(Object.entries({ ...said, ...members }).filter(([, value]) => value !== undefined));
    },
    stop,
  };
}
