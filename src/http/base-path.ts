/**
 * Whole addresses are allowed too (RFC 9112, section 3.2.2). Nothing behind this may take their host for ours: OpenID
 * would name it in its answers.
 */
const withoutOrigin = (asked: string): string =>
  asked.startsWith('/') ? asked : asked.replace(/^https?:\/\/[^/?]*\/?/i, '/');

/**
 * Takes the base path off the address of a request, so that everything behind it knows our own paths alone. What has
 * none is left as it is: a proxy may have taken it off, and probes ask an instance straight.
 */
export function createWithoutBase(base: string): (url: string) => string {
  if (base === '') return withoutOrigin;
  // Where the base path is put behind the name (RFC 8414, section 3.1), as the root of the host is asked.
  const behindName = new RegExp(`^(/\\.well-known/[\\w-]+)${base.replaceAll('.', '\\.')}(?=\\?|$)`);
  return (asked) => {
    const url = withoutOrigin(asked);
    if (!url.startsWith(base)) return url.startsWith('/.well-known/') ? url.replace(behindName, '$1') : url;
    const rest = url.slice(base.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    // `/authors` is not `/auth` with something behind it.
    return rest.startsWith('/') ? rest : url;
  };
}
