/**
 * Strips the origin, because whole URLs are allowed too (RFC 9112, section 3.2.2). The origin must not be mistaken for
 * Latchkey's: OpenID would repeat it in its answers.
 */
const withoutOrigin = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/');

/**
 * Strips the base path from the URL of a request, so that all other code sees unprefixed paths. A URL without the base
 * path is unchanged: a proxy may have stripped it, and probes bypass the proxy.
 */
export function createWithoutBase(base: string): (url: string) => string {
  if (base === '') return withoutOrigin;
  // Moves a base path that follows the well-known name (RFC 8414, section 3.1).
  const suffixed = new RegExp(`^(/\\.well-known/[\\w-]+)${base.replaceAll('.', '\\.')}(?=\\?|$)`);
  return (target) => {
    const url = withoutOrigin(target);
    if (!url.startsWith(base)) return url.startsWith('/.well-known/') ? url.replace(suffixed, '$1') : url;
    const rest = url.slice(base.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    // `/authors` does not start with the path `/auth`.
    return rest.startsWith('/') ? rest : url;
  };
}
