import { isSocketPath } from '../config/operating-formats.ts';
import { createClientAddress, createTrustedPeer } from '../http/client-address.ts';
import { createIdentifyRequest } from '../http/request-identity.ts';
import { createHttpServer, type HttpServer, type ServerSettings } from '../http/server.ts';
import { warnOfUntrustedProxy } from '../http/untrusted-proxy-warning.ts';
import type { AppContext } from './app-context.ts';
import type { createEndpoints } from './create-endpoints.ts';

type FromApp = 'corsOrigins' | 'refusedOrigin' | 'isStopping' | 'answered';

interface ServersParts extends Pick<ServerSettings, FromApp> {
  readonly endpointsOf: ReturnType<typeof createEndpoints>;
}

interface Servers {
  readonly server: HttpServer;
  /** The administration's server, with ADMIN_PORT. */
  readonly adminServer: HttpServer | undefined;
}

export function createServers(context: AppContext, { endpointsOf, ...settings }: ServersParts): Servers {
  const { config, languages, tracing, log } = context;
  const create = (hasAdmin: boolean, isSocket: boolean): HttpServer => {
    const { endpoints, notFound } = endpointsOf(hasAdmin);
    const isTrustedPeer = createTrustedPeer(config.trustProxy, isSocket);
    return createHttpServer(
      endpoints,
      {
        ...settings,
        languages,
        notFound,
        clientAddress: warnOfUntrustedProxy(createClientAddress(config.trustProxy, isSocket), log),
        identify: createIdentifyRequest({
          isTrustedPeer: ({ socket }) => isTrustedPeer(socket.remoteAddress),
          beginTrace: tracing?.begin,
        }),
        ...(tracing && { around: tracing.aroundRequest }),
        requestTimeoutMs: config.requestTimeoutMs,
        maxConnections: config.maxConnections,
        hsts: config.hsts,
        basePath: config.basePath,
      },
      log,
    );
  };
  const isAdminApart = config.features.admin && config.adminPort !== undefined;
  return {
    server: create(config.features.admin && !isAdminApart, isSocketPath(config.host)),
    adminServer: isAdminApart ? create(true, false) : undefined,
  };
}
