/** A frame with an e-mail may only open links in new tabs, and above all run no scripts. */
export const FRAME_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** The policy for the HTML of an e-mail in a frame of our own pages. */
export const EMAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
  `sandbox ${FRAME_SANDBOX}`,
].join('; ');

/** The colour scheme of the preview: the browser's, or a forced one. */
export type Scheme = 'system' | 'light' | 'dark';

export const schemeOf = (query: URLSearchParams): Scheme => {
  const scheme = query.get('scheme');
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system';
};

const MEDIA_FEATURE = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
/** Matches both schemes in style sheets (`color-scheme: light dark`) and in the meta element of that name. */
const BOTH_SCHEMES =
  /(color-schemes?\s*:\s*|name="(?:supported-)?color-schemes?"\s+content=")(?:light dark|dark light)\b/gi;
/** Media features that are always true and always false. */
const ALWAYS = '(min-width: 0)';
const NEVER = '(max-width: 0)';

/**
 * The HTML part of an e-mail as the inbox shows it. Links open in new tabs. Forces a colour scheme by rewriting the
 * e-mail's conditions, because pages cannot set a frame's scheme in all browsers.
 */
export function previewHtml(html: string, scheme: Scheme): string {
  if (scheme === 'system') return inNewTabs(html);
  return inNewTabs(html)
    .replace(MEDIA_FEATURE, (_, wantedScheme: string) => (wantedScheme.toLowerCase() === scheme ? ALWAYS : NEVER))
    .replace(BOTH_SCHEMES, (_, before: string) => `${before}${scheme}`);
}

const inNewTabs = (html: string): string =>
  /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
    : `<base target="_blank">${html}`;

const ANCHOR = /<a\s[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/gi;

/** The text of an e-mail's link to this address, such as its button; undefined if the text is the address. */
export function linkLabel(html: string, link: string): string | undefined {
  for (const [, href = '', words = ''] of html.matchAll(ANCHOR)) {
    const label = unescaped(words).trim();
    if (unescaped(href) === link && label !== '' && label !== link) return label;
  }
  return undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const unescaped = (html: string): string =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
