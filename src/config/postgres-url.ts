/** An address that cannot be used; the message says what is wrong with it. */
export class WrongAddress extends Error {}

export const UNENCODED_PASSWORD =
  'has a character in its user or password that must be encoded: / as %2F, ? as %3F, # as %23, % as %25, @ as %40';

export function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** `allow` and `prefer` would talk in the clear to whoever asks for it: either it is encrypted or it is not. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * One address for each host of `postgres://user:password@a:5432,b:5432/name?sslmode=…`: a primary and its standbys, of which
 * the one that takes writes is used.
 */
export function addressesIn(url: string): string[] {
  const [, scheme, user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) throw new WrongAddress('must be postgres://…');
  // Where the user seems to be missing, or a path has an @, the password ended too early.
  const isCutShort = user === '' ? rest.includes('@') : /^[^?]*@/s.test(rest);
  if (isCutShort || !canBeDecoded(user)) throw new WrongAddress(UNENCODED_PASSWORD);
  return hosts.split(',').map((host) => {
    const address = URL.parse(`${scheme}${user}${host}${rest}`);
    if (!address) throw new WrongAddress(`has a host that is none: "${host}"`);
    checkTls(address.searchParams);
    // The meaning that `sslmode` has everywhere else, rather than the driver's own, which it announces to change.
    if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
    return address.href;
  });
}

function checkTls(params: URLSearchParams): void {
  const mode = params.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new WrongAddress(`has an sslmode that must be one of ${SSL_MODES.join(', ')}, not "${mode}"`);
  }
  if (mode === 'verify-ca' && !params.has('sslrootcert')) {
    throw new WrongAddress('has sslmode=verify-ca without sslrootcert=<file>, the authority to trust');
  }
}
