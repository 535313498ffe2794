import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { requireCommonJs } from '../lib/require-common-js.ts';
import { type Family, toPrometheusText } from './prometheus-text.ts';

const { createServer } = requireCommonJs('node:http') as typeof import('node:http');

interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** GET /metrics on a separate port, which can be kept off the internet without rules in the proxy. */
export async function startMetricsServer(
  { host, port }: MetricsAddress,
  families: () => Promise<readonly Family[]>,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics') return response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { allow: 'GET, HEAD' }).end();
    try {
      const text = toPrometheusText(await families());
      return response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch {
      return response.writeHead(503).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
