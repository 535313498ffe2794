import { BUILT_IN } from '../../src/config/languages.ts';
import { ApiError } from '../../src/http/api-error.ts';
import { createClientAddress } from '../../src/http/client-address.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { NotFound } from '../../src/http/errors.ts';
import { createIdentifyRequest } from '../../src/http/request-identity.ts';
import { createHttpServer, type HttpServer, type RequestLine, type ServerSettings } from '../../src/http/server.ts';
import { createLog } from '../../src/monitoring/log.ts';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';

export interface TestHttpServer {
  readonly url: string;
  readonly server: HttpServer;
  readonly logLines: string[];
  readonly answered: RequestLine[];
}

/** The HTTP server with endpoints of the test's own, without accounts or a database. */
export async function startHttpServer(
  t: Lifetime,
  endpoints: readonly Endpoint[],
  settings: Partial<ServerSettings> = {},
): Promise<TestHttpServer> {
  const logLines: string[] = [];
  const answered: RequestLine[] = [];
  const log = createLog({ logLevel: 'info', logFormat: 'json' }, { write: (line) => void logLines.push(line) });
  const server = createHttpServer(
    endpoints,
    {
      isStopping: () => false,
      languages: BUILT_IN,
      clientAddress: createClientAddress([]),
      identify: createIdentifyRequest({ isTrustedPeer: () => false, beginTrace: undefined }),
      requestTimeoutMs: 30_000,
      maxConnections: 1000,
      corsOrigins: () => new Set(['https://app.example.com']),
      hsts: '',
      notFound: () => {
        throw new ApiError(NotFound);
      },
      answered: (line) => void answered.push(line),
      ...settings,
    },
    log,
  );
  const port = await server.listen({ host: '127.0.0.1', port: 0 });
  cleanUpAfter(t, () => server.close());
  return { url: `http://127.0.0.1:${port}`, server, logLines, answered };
}
