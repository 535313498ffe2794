/** A database URL is invalid; the message says why. */
export class InvalidUrl extends Error {}

export const UNENCODED_CREDENTIALS =
  'has a character in its user or password that must be encoded: / as %2F, ? as %3F, # as %23, % as %25, @ as %40';

const MAX_PORT = 65_535;

/** The port in a host, or in a URL that cannot be parsed, if it is too high. */
export function impossiblePort(text: string): string | undefined {
  const [, port] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*:(\d+)(?:[/?#]|$)/is.exec(text) ?? [];
  return Number(port) > MAX_PORT ? port : undefined;
}

export const wrongPort = (port: string): string => `has an impossible port: ${port}. Ports go up to ${MAX_PORT}`;

export function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Without `allow` and `prefer`, which fall back to plain text when an attacker in between refuses TLS. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Splits a multi-host URL, `postgres://user:password@a:5432,b:5432/name?sslmode=…`, into one URL per host. */
export function addressesIn(url: string): string[] {
  const [, scheme, user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) throw new InvalidUrl('must be postgres://…');
  // An @ after the host part means that the password contains an unencoded / ? or #.
  const isCutShort = user === '' ? rest.includes('@') : /^[^?]*@/s.test(rest);
  if (isCutShort || !canBeDecoded(user)) throw new InvalidUrl(UNENCODED_CREDENTIALS);
  return hosts.split(',').map((host) => {
    const address = URL.parse(`${scheme}${user}${host}${rest}`);
    const port = impossiblePort(host);
    if (port !== undefined) throw new InvalidUrl(wrongPort(port));
    if (!address) throw new InvalidUrl(`has an impossible host: "${host}"`);
    checkTls(address.searchParams);
    // Gives `sslmode` the semantics of libpq; the default of node-postgres differs, and is announced to change.
    if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
    return address.href;
  });
}

function checkTls(params: URLSearchParams): void {
  const mode = params.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new InvalidUrl(`has an sslmode that must be one of ${SSL_MODES.join(', ')}, not "${mode}"`);
  }
  if (mode === 'verify-ca' && !params.has('sslrootcert')) {
    throw new InvalidUrl('has sslmode=verify-ca without sslrootcert=<file>, the authority to trust');
  }
}
