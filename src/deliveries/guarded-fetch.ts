import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Sends requests to URLs that outsiders or administrators have chosen. */
export type GuardedFetch = (url: string, options?: GuardedRequest) => Promise<Response>;

interface GuardedRequest {
  readonly method?: string;
  readonly headers?: Headers | Record<string, string>;
  readonly body?: string | URLSearchParams;
  readonly signal?: AbortSignal | undefined;
}

interface GuardedFetchOptions {
  /** Whether requests may go to this private address. */
  readonly isAllowed: (address: string) => boolean;
  /** Allows http in addition to https. */
  readonly plainHttp: boolean;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Refused before anything was sent, because of the address. */
export class AddressRefused extends Error {}

/** Special-purpose addresses (RFC 6890): this machine, its network, a cloud's metadata, and tunnels to them. */
const SPECIAL = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv4');
// Within the global unicast addresses of IPv6: Teredo, benchmarks, documentation and 6to4.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv6');
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

const NO_BODY = [204, 205, 304];

function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL.check(address, 'ipv4');
  return family === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

/**
 * Checks the address of the connection itself, so that a name that resolves differently a moment later gains nothing
 * (DNS rebinding). Does not follow redirects, reads at most `maxBytes`, and sends nothing but what is given.
 */
export function createGuardedFetch({ isAllowed, plainHttp, timeoutMs, maxBytes }: GuardedFetchOptions): GuardedFetch {
  const check = (address: string): void => {
    if (!isPublic(address) && !isAllowed(address))
      throw new AddressRefused(`${address} is not a public address and not in DELIVERY_NETWORKS`);
  };

  const guardedLookup: LookupFunction = (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      try {
        if (error) throw error;
        for (const { address } of found) check(address);
        const [first] = found;
        if (options.all || !first) done(null, found);
        else done(null, first.address, first.family);
      } catch (refused) {
        done(refused as NodeJS.ErrnoException, []);
      }
    });

  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const { protocol, hostname, username, password, href } = new URL(url);
    if (protocol !== 'https:' && !(plainHttp && protocol === 'http:'))
      throw new AddressRefused(`${protocol}// is not allowed`);
    if (username !== '' || password !== '') throw new AddressRefused('a URL with a password is not allowed');
    // A literal address is not looked up.
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0) check(literal);

    const sent = body?.toString();
    // Loaded on first use: they would make the start a sixth longer.
    const { request: open } = protocol === 'https:' ? await import('node:https') : await import('node:http');
    const request = open(href, {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), connection: 'close' },
      lookup: guardedLookup,
      agent: false,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
    return new Promise<Response>((resolve, reject) => {
      request.on('error', reject);
      // Without a listener, Node closes the connection silently and the promise would never settle.
      request.on('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(new Error('the server wants to switch protocols'));
      });
      request.on('response', (answer) => {
        readAtMost(answer, maxBytes)
          .then((read) => {
            const { statusCode: status = 0 } = answer;
            const received = Object.entries(answer.headers).map(
              ([name, value]) => [name, String(value)] as [string, string],
            );
            resolve(new Response(NO_BODY.includes(status) ? null : read, { status, headers: new Headers(received) }));
          })
          .catch(reject);
      });
      request.end(sent);
    });
  };
}

async function readAtMost(answer: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      answer.destroy();
      throw new Error(`the response has more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
