import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { type Service, startService } from './service.ts';

export interface BehindProxy {
  /** As others know it: at the proxy, below the path. */
  readonly service: Service;
  /** As it listens itself. */
  readonly instance: Service;
  /** What was asked of the proxy, and is not below the path. */
  readonly escaped: readonly string[];
}

interface ProxyOptions {
  /** Takes the path off, as nginx does with a slash behind the address in `proxy_pass`. */
  readonly isStripping?: boolean;
  /** Paths at the root of the host that are passed on too. */
  readonly alsoAtRoot?: readonly string[];
}

/** A service below `/auth` of a host whose other paths are not its own: there, everything is 404. */
export async function startBelowAuth(
  t: Lifetime,
  settings: Record<string, string> = {},
  { isStripping = false, alsoAtRoot = [] }: ProxyOptions = {},
): Promise<BehindProxy> {
  const escaped: string[] = [];
  let target = '';
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    if (!/^\/auth([/?]|$)/.test(url) && !alsoAtRoot.includes(url)) {
      escaped.push(`${method} ${url}`);
      outgoing.writeHead(404).end('not of Latchkey');
      return;
    }
    const path = isStripping ? url.replace(/^\/auth\/?/, '/') : url;
    const passed = request(`${target}${path}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  cleanUpAfter(t, () => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}/auth`;
  const instance = await startService(t, 'sqlite', { FRONTEND_URL: `${url}/`, ...settings });
  target = instance.url;
  return { service: { ...instance, url }, instance, escaped };
}
