import type { Config } from '../../config/config.ts';
import { existingSigningKeySettings } from '../../keys/generated-signing-secret.ts';
import { readSigningKeys } from '../../keys/signing-key-ring.ts';
import { CONNECTION_PATH, type Connection } from '../../lib/connection.ts';
import { isWithin } from '../../lib/is-within.ts';
import { isTrustedByBrowsers } from '../../lib/loopback.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { diagnosisToken } from '../../tokens/diagnosis-token.ts';
import {
  type DoctorContext,
  type Finding,
  type Findings,
  type FrontendAnswer,
  fault,
  ok,
  skipped,
  warning,
} from '../framework/finding.ts';

/** An address reserved for documentation, which nobody has (RFC 5737). */
const INVENTED = '198.51.100.77';
const TIMEOUT_MS = 10_000;

/** Undefined without FRONTEND_URL. */
export async function reachFrontend(config: Config, nowMs: number): Promise<FrontendAnswer | undefined> {
  const { frontendUrl } = config;
  if (frontendUrl === undefined) return undefined;
  try {
    const headers = { ...credentials(config, nowMs), 'x-forwarded-for': INVENTED };
    const answer = await get(frontendUrl, CONNECTION_PATH, headers);
    const body = answer.status === 200 ? ((await jsonOf(answer)) as Connection | undefined) : undefined;
    return { headers: answer.headers, connection: typeof body?.peer === 'string' ? body : undefined };
  } catch (error) {
    return { unreachable: error instanceof Error && error.cause ? reasonOf(error.cause) : reasonOf(error) };
  }
}

const get = (frontendUrl: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${frontendUrl.replace(/\/$/, '')}${path}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers,
  });

const jsonOf = (answer: Response): Promise<unknown> => answer.json().catch(() => undefined);

const NO_ADDRESS = [skipped("FRONTEND_URL is not set: the service's own address")];

/** Checks that FRONTEND_URL is reachable, is this Latchkey, and is https in production. */
export async function checkFrontend({ config, frontend }: DoctorContext): Promise<Findings> {
  const { frontendUrl } = config;
  if (frontendUrl === undefined || !frontend) return NO_ADDRESS;
  const plain = ifPlainHttp(config, frontendUrl);
  if ('unreachable' in frontend) {
    const remedy = 'correct FRONTEND_URL, or its DNS, certificate and proxy; a browser must be able to open it';
    return [plain, fault(`${frontendUrl} cannot be reached from here: ${frontend.unreachable}`, remedy)];
  }
  const { connection, headers } = frontend;
  if (!connection) return [plain, await judgeOther(config, frontendUrl)];
  const lacksHsts = config.production && frontendUrl.startsWith('https:') && !headers.has('strict-transport-security');
  return [
    plain,
    ok(`${frontendUrl} leads to Latchkey ${connection.version}`),
    lacksHsts && warning('browsers may still use http', 'set HSTS=365d, or let the proxy pass the header on'),
  ];
}

/** Checks how requests to FRONTEND_URL arrive. */
export function checkProxy({ config, frontend }: DoctorContext): Findings {
  if (!frontend) return NO_ADDRESS;
  return 'connection' in frontend && frontend.connection
    ? [judgeConnection(frontend.connection, config.trustProxy, config.frontendUrl ?? '')]
    : [skipped('needs the frontend address')];
}

function ifPlainHttp({ production }: Config, frontendUrl: string): Finding | false {
  const { protocol, hostname } = new URL(frontendUrl);
  return (
    production &&
    protocol !== 'https:' &&
    !isTrustedByBrowsers(hostname) &&
    fault(
      `FRONTEND_URL=${frontendUrl} is not https: passwords and tokens cross the network unencrypted`,
      'let a proxy terminate TLS (docs/deploy.md), and set FRONTEND_URL=https://…',
    )
  );
}

/** None without a signing key; another check reports that. */
function credentials(config: Config, nowMs: number): { authorization?: string } {
  try {
    const { keys } = readSigningKeys(existingSigningKeySettings(config));
    return { authorization: `Bearer ${diagnosisToken(keys, nowMs)}` };
  } catch {
    return {};
  }
}

/** The address may belong to another Latchkey, another program, or the operator's own pages. */
async function judgeOther({ pages }: Config, frontendUrl: string): Promise<Finding> {
  const health = await get(frontendUrl, '/healthz').then(jsonOf, () => undefined);
  if ((health as { message?: unknown } | undefined)?.message === 'Healthy') {
    return fault(
      `${frontendUrl} leads to a Latchkey that does not have the signing keys of these settings`,
      'correct FRONTEND_URL, or give that instance the same SIGNING_SECRET and key folder, and this version',
    );
  }
  if (!pages) return ok(`${frontendUrl} answers; with PAGES=off, your own pages must handle mailed links`);
  return fault(
    `${frontendUrl} answers, but not as Latchkey: mailed links lead elsewhere`,
    'correct FRONTEND_URL, or let the proxy there pass requests on to Latchkey; with your own pages, set PAGES=off',
  );
}

/** Judges a request that claimed to be forwarded for an invented address. */
export function judgeConnection(
  { peer, forwarded_for: forwarded, client }: Connection,
  trustProxy: readonly string[],
  frontendUrl: string,
): Finding {
  const where = peer || 'the Unix socket';
  const lastHop = forwarded?.split(',').at(-1)?.trim();
  // The service reports the client of the request; it may not have been restarted since the setting changed.
  const isBelieved = client !== peer || (isWithin(trustProxy)(peer) && lastHop === peer);
  const hasProxy = forwarded !== INVENTED || frontendUrl.startsWith('https:');
  if (!hasProxy && client === INVENTED)
    return warning(
      `there is no proxy, and ${peer} is believed when it invents addresses`,
      'remove it from TRUST_PROXY, unless other clients reach a proxy there',
    );
  if (!hasProxy) return ok(`no proxy: clients have the address ${client}`);
  if (!isBelieved && forwarded !== null)
    return fault(
      `requests come through a proxy at ${peer} that is not trusted: all clients have its address, and share ` +
        'its limits',
      `TRUST_PROXY=${[...new Set([...trustProxy, peer])].join(',')}, if that is your proxy, and restart the service`,
    );
  if (forwarded === null || forwarded === INVENTED)
    return fault(
      `the proxy at ${where} does not add the client's address to X-Forwarded-For: ` +
        (forwarded === null ? 'all clients have its own' : 'clients can invent theirs'),
      'let it append the address (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for)',
    );
  return ok(`through the proxy at ${where}; clients have their own addresses`);
}
