import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Brand, textColorOn } from '../brand.ts';
import type { NotFoundPage } from '../http/errors.ts';
import { preferredLanguage } from '../languages.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { renderIcon } from './icon.ts';
import type { PageName } from './render-page.ts';
import type { PageScript } from './scripts.ts';

interface Page {
  readonly path: string;
  readonly name: PageName;
  /** Sources of pictures besides our own. */
  readonly pictures?: readonly string[];
}

const PAGES: readonly Page[] = [
  { path: '/', name: 'home' },
  { path: '/register', name: 'register' },
  { path: '/login', name: 'login' },
  { path: '/verify', name: 'verify' },
  { path: '/forgot-password', name: 'forgot-password' },
  { path: '/reset-password', name: 'reset-password' },
  // The one page that asks other hosts for anything: for the picture that its owner has put into the profile.
  { path: '/account', name: 'account', pictures: ['https:', 'http:'] },
];

const ICON = '/assets/icon.svg';

export interface PageSettings {
  readonly brand: Brand;
  readonly stylesheet: string;
  readonly scriptOf: (page: string) => Promise<PageScript>;
  readonly hasDeveloperInbox: boolean;
  readonly nowMs: () => number;
}

/** The hosted pages: a client of the JSON interface like any other, that happens to be served from the same address. */
export function installPages(server: FastifyInstance, settings: PageSettings): NotFoundPage {
  const { brand, scriptOf } = settings;
  for (const { path, name, pictures = [] } of PAGES) {
    const policy = contentSecurityPolicy({ pictures: [...logoSources(brand), ...pictures] });
    server.get(path, async (request, reply) => {
      setHeaders(reply, policy);
      return render(name, request, settings, await scriptOf(name));
    });
  }
  server.get(ICON, async (_request, reply) => {
    reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' });
    return renderIcon(brand.color, textColorOn(brand.color));
  });
  return (request, reply) => {
    if (!isNavigation(request)) return undefined;
    setHeaders(reply, contentSecurityPolicy({ pictures: logoSources(brand) }));
    return render('not-found', request, settings);
  };
}

/** Browsers name HTML when they go to an address; programs, and the interface's own paths, get the envelope. */
const isNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api') && /\btext\/html\b/.test(headers.accept ?? '');

/** What draws the pages is loaded when the first is asked for: the service starts no later for having them. */
async function render(
  name: PageName,
  request: FastifyRequest,
  settings: PageSettings,
  script?: PageScript,
): Promise<string> {
  const { renderPage } = await import('./render-page.ts');
  const language = preferredLanguage(request.headers['accept-language']);
  return renderPage(name, language, { ...settings, language, icon: ICON, script, nowMs: settings.nowMs() });
}

function setHeaders(reply: FastifyReply, policy: string): void {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    vary: 'Origin, Accept-Language',
  });
}

/** Where the logo comes from, if not from us. */
const logoSources = ({ logoUrl = '' }: Brand): string[] => {
  if (logoUrl.startsWith('data:')) return ['data:'];
  const origin = URL.parse(logoUrl)?.origin;
  return origin === undefined ? [] : [origin];
};
