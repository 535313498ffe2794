import type { Brand } from '../config/brand.ts';
import { preferredLanguage } from '../config/languages.ts';
import type { Endpoint, HttpAnswer } from '../http/endpoint.ts';
import type { HttpRequest } from '../http/request.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { DocumentParts } from './document.ts';
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

export interface PageSettings extends Pick<DocumentParts, 'emailLimit'> {
  readonly brand: Brand;
  readonly stylesheet: string;
  readonly scriptOf: (page: string) => Promise<PageScript>;
  readonly hasDeveloperInbox: boolean;
  readonly nowMs: () => number;
}

/** The hosted pages: a client of the JSON interface like any other, that happens to be served from the same address. */
export function pageEndpoints(settings: PageSettings): Endpoint[] {
  const { brand, scriptOf } = settings;
  return PAGES.map(({ path, name, pictures = [] }): Endpoint => {
    const policy = contentSecurityPolicy({ pictures: [...logoSources(brand), ...pictures] });
    return {
      method: 'GET',
      path,
      answer: async (request) => htmlPage(200, policy, await render(name, request, settings, await scriptOf(name))),
    };
  });
}

/** For a person who mistyped an address; undefined for everybody else, who gets the envelope. */
export async function notFoundPage(request: HttpRequest, settings: PageSettings): Promise<HttpAnswer | undefined> {
  if (!isNavigation(request)) return undefined;
  const policy = contentSecurityPolicy({ pictures: logoSources(settings.brand) });
  return htmlPage(404, policy, await render('not-found', request, settings), { 'x-error-code': 'not_found' });
}

/** Browsers name HTML when they go to an address; programs, and the interface's own paths, get the envelope. */
const isNavigation = (request: HttpRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !request.path.startsWith('/api') &&
  /\btext\/html\b/.test(request.header('accept') ?? '');

/** What draws the pages is loaded when the first is asked for: the service starts no later for having them. */
async function render(
  name: PageName,
  request: HttpRequest,
  settings: PageSettings,
  script?: PageScript,
): Promise<string> {
  const { renderPage } = await import('./render-page.ts');
  const language = preferredLanguage(request.header('accept-language'));
  return renderPage(name, language, { ...settings, language, script, nowMs: settings.nowMs() });
}

const htmlPage = (
  status: number,
  policy: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    vary: 'Origin, Accept-Language',
    ...headers,
  },
  body,
});

/** Where the logo comes from, if not from us. */
const logoSources = ({ logoUrl = '' }: Brand): string[] => {
  if (logoUrl.startsWith('data:')) return ['data:'];
  const origin = URL.parse(logoUrl)?.origin;
  return origin === undefined ? [] : [origin];
};
