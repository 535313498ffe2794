import { existingSigningKeySettings } from '../../keys/generated-signing-secret.ts';
import { readSigningKeys } from '../../keys/signing-key-ring.ts';
import { CONNECTION_PATH, type Connection } from '../../lib/connection.ts';
import { isWithin } from '../../lib/is-within.ts';
import { isTrustedByBrowsers } from '../../lib/loopback.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { diagnosisToken } from '../../tokens/diagnosis-token.ts';
import { type DoctorContext, type Finding, fault, ok, skipped, warning } from './finding.ts';

type FrontendContext = Pick<DoctorContext, 'config' | 'nowMs'>;

/** An address reserved for documentation, which nobody has (RFC 5737). */
const INVENTED = '198.51.100.77';
const TIMEOUT_MS = 10_000;

/** Checks that FRONTEND_URL is reachable, is this Latchkey, and is https in production; and how requests arrive. */
export async function checkFrontend(context: FrontendContext): Promise<{ frontend: Finding[]; proxy: Finding[] }> {
  const { config } = context;
  const { frontendUrl } = config;
  if (frontendUrl === undefined) {
    const none = [skipped("FRONTEND_URL is not set: the service's own address")];
    return { frontend: none, proxy: none };
  }
  const plain = plainHttp(config);
  let answer: Response;
  try {
    answer = await ask(context, frontendUrl);
  } catch (error) {
    const reason = error instanceof Error && error.cause ? reasonOf(error.cause) : reasonOf(error);
    const remedy = 'correct FRONTEND_URL, or its DNS, certificate and proxy; a browser must be able to open it';
    return {
      frontend: [...plain, fault(`${frontendUrl} cannot be reached from here: ${reason}`, remedy)],
      proxy: [skipped('needs the frontend address')],
    };
  }
  const connection = await connectionIn(answer);
  if (!connection) {
    return { frontend: [...plain, await notOurs(config, frontendUrl)], proxy: [skipped('needs the frontend address')] };
  }
  return {
    frontend: [...plain, ok(`${frontendUrl} leads to Latchkey ${connection.version}`), ...withoutHsts(config, answer)],
    proxy: [judgeConnection(connection, config.trustProxy, frontendUrl)],
  };
}

function plainHttp({ production, frontendUrl = '' }: DoctorContext['config']): Finding[] {
  const { protocol, hostname } = new URL(frontendUrl);
  if (!production || protocol === 'https:' || isTrustedByBrowsers(hostname)) return [];
  return [
    fault(
      `FRONTEND_URL=${frontendUrl} is not https: passwords and tokens cross the network for all to read`,
      'let a proxy terminate TLS (docs/deploy.md), and set FRONTEND_URL=https://…',
    ),
  ];
}

function withoutHsts({ production, frontendUrl = '' }: DoctorContext['config'], { headers }: Response): Finding[] {
  if (!production || !frontendUrl.startsWith('https:') || headers.has('strict-transport-security')) return [];
  return [warning('browsers are not told to use https alone', 'set HSTS=365d, or let the proxy pass the header on')];
}

function ask({ config, nowMs }: FrontendContext, frontendUrl: string): Promise<Response> {
  return fetch(`${frontendUrl.replace(/\/$/, '')}${CONNECTION_PATH}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { ...credentials(config, nowMs()), 'x-forwarded-for': INVENTED },
  });
}

/** None without a signing key; another check reports that. */
function credentials(config: DoctorContext['config'], nowMs: number): { authorization?: string } {
  try {
    const { keys } = readSigningKeys(existingSigningKeySettings(config));
    return { authorization: `Bearer ${diagnosisToken(keys, nowMs)}` };
  } catch {
    return {};
  }
}

async function connectionIn(answer: Response): Promise<Connection | undefined> {
  if (answer.status !== 200) return undefined;
  const body = (await jsonOf(answer)) as Connection | undefined;
  return typeof body?.peer === 'string' ? body : undefined;
}

const jsonOf = (answer: Response): Promise<unknown> => answer.json().catch(() => undefined);

/** The address may belong to another Latchkey, another program, or the operator's own pages. */
async function notOurs({ pages }: DoctorContext['config'], frontendUrl: string): Promise<Finding> {
  const url = `${frontendUrl.replace(/\/$/, '')}/healthz`;
  const health = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    jsonOf,
    () => undefined,
  );
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
