import { directionOf, type Language, type Languages } from '../config/languages.ts';
import type { ReturnUrl } from '../config/return-urls.ts';
import type { Endpoint, HttpAnswer } from '../http/endpoint.ts';
import type { HttpRequest } from '../http/request.ts';
import { type Allowances, contentSecurityPolicy } from './content-security-policy.ts';
import type { DocumentParts } from './document.ts';
import { createFormHtml, pageDataOf, type RenderForm } from './forms.ts';
import { carriedQuery, readJourney, withQuery } from './journey.ts';
import type { Deployment, FormScript, LoadView, PageContext } from './page.ts';
import { languageLinks, pageLanguage } from './page-language.ts';
import type { LoadedTexts } from './page-texts.ts';
import { PAGES, type Page } from './pages.ts';

export interface PageSettings extends Deployment, Pick<DocumentParts, 'stylesheet' | 'customCss' | 'emailLimit'> {
  readonly scriptOf: (page: string, part?: string) => Promise<FormScript>;
  readonly nowMs: () => number;
  /** The allowed return addresses. */
  readonly returnUrls: readonly ReturnUrl[];
  /** Called for each refused return address. */
  readonly refusedReturn?: ((address: string) => void) | undefined;
  /** The destination of the logo and of logins without return address; undefined: our own pages. */
  readonly homeUrl: string | undefined;
  readonly languages: Languages;
  readonly texts: LoadedTexts;
}

/** The hosted pages: a client of the JSON API, served at the same address. */
export function pageEndpoints(settings: PageSettings): Endpoint[] {
  const isOn = ({ feature }: Page) => feature === undefined || settings.features[feature] === true;
  const pages = PAGES.flatMap((page) => (isOn(page) ? endpointsOf(page, settings) : withoutFeature(page, settings)));
  return [...pages, changePassword(settings)];
}

const withoutFeature = ({ path, without }: Page, settings: PageSettings): Endpoint[] =>
  without ? [{ method: 'GET', path, answer: (request) => plainPage(without, request, settings, { status: 200 }) }] : [];

/** A page, and a redirect from its address with a trailing slash, which people type and some proxies write. */
export function endpointsOf(page: Page, settings: PageSettings): Endpoint[] {
  const { path, name, part, pictures = [], frames = false } = page;
  const policy = policyFor(settings, { pictures, frames });
  // The logo of the app that the user is logging in to may be on any host.
  const policyForApp = policyFor(settings, { pictures: [...pictures, 'https:'], frames });
  const itself: Endpoint = {
    method: 'GET',
    path,
    answer: async (request) => {
      const isForApp = settings.features.openId && request.query.has('interaction');
      return htmlPage(
        200,
        isForApp ? policyForApp : policy,
        await render(page, request, settings, settings.scriptOf(name, part)),
      );
    },
  };
  return path === '/' ? [itself] : [itself, withoutSlash(path, settings)];
}

/** Built from the declared path, not the requested one, so that it cannot lead elsewhere. */
export const withoutSlash = (path: string, { base }: { readonly base: string }): Endpoint => ({
  method: 'GET',
  path: `${path}/`,
  answer({ params, query }) {
    const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    return { status: 308, headers: { location: base + withQuery(address, query.toString()) }, body: '' };
  },
});

/** Password managers send people here (https://w3c.github.io/webappsec-change-password-url/). */
const changePassword = ({ base }: PageSettings): Endpoint => ({
  method: 'GET',
  path: '/.well-known/change-password',
  answer: () => ({ status: 303, headers: { location: `${base}/account#change-password` }, body: '' }),
});

const NOT_FOUND: NotFoundPage = { view: async () => (await import('./views/not-found.ts')).notFound };

interface NotFoundPage extends Pick<Page, 'view' | 'frames'> {
  /** The name of its script. */
  readonly name?: string;
}

/** The page for a mistyped address; undefined for programs, which get the envelope. */
export async function notFoundPage(
  request: HttpRequest,
  settings: PageSettings,
  { view, name, frames = false }: NotFoundPage = NOT_FOUND,
): Promise<HttpAnswer | undefined> {
  if (!isNavigation(request)) return undefined;
  const policy = policyFor(settings, { frames });
  const script = name === undefined ? undefined : settings.scriptOf(name);
  const { body, headers } = await render({ view }, request, settings, script);
  return htmlPage(404, policy, { body, headers: { ...headers, 'x-error-code': 'not_found' } });
}

/** Browsers request HTML when they navigate; programs and API paths get the envelope. */
const isNavigation = (request: HttpRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !request.path.startsWith('/api') &&
  /\btext\/html\b/.test(request.header('accept') ?? '');

/** A page without a script. */
export async function plainPage(
  view: LoadView,
  request: HttpRequest,
  settings: PageSettings,
  { status, openId, formTargets }: PlainPage,
): Promise<HttpAnswer> {
  const policy = policyFor(settings, { formTargets });
  return htmlPage(status, policy, await render({ view }, request, { ...settings, ...(openId && { openId }) }));
}

interface PlainPage extends Pick<PageContext, 'openId'>, Pick<Allowances, 'formTargets'> {
  readonly status: number;
}

export async function render(
  { view, isPassage = false }: Pick<Page, 'view' | 'isPassage'>,
  request: HttpRequest,
  settings: PageSettings & Pick<PageContext, 'openId'> & { readonly renderForm?: RenderForm | undefined },
  loadingScript?: Promise<FormScript>,
): Promise<RenderedPage> {
  // For the first page, both take a tenth of a second, one in a separate thread.
  const [{ renderDocument }, renderView, script] = await Promise.all([import('./document.ts'), view(), loadingScript]);
  const { base, homeUrl, languages } = settings;
  const journey = readJourney(request.query, settings);
  const returnTo = request.query.get('return_to');
  if (returnTo !== null && journey.returnTo === undefined) settings.refusedReturn?.(returnTo);
  const { language, headers } = pageLanguage(request, journey.language, settings);
  const carried = carriedQuery(journey);
  const inLanguage = (other: Language) => withQuery('', carriedQuery({ ...journey, language: other }));
  const context = {
    ...settings,
    language,
    direction: directionOf(language),
    languageLinks: isPassage ? [] : languageLinks(languages, language, inLanguage),
    texts: await settings.texts.in(language),
    nowMs: settings.nowMs(),
    carried,
    to: (path: string) => base + withQuery(path, carried),
    homeUrl: homeUrl ?? base + withQuery('/', carried),
    destination: {
      returnTo: journey.returnTo,
      interaction: journey.interaction,
      home: homeUrl ?? base + withQuery('/account', carried),
    },
  };
  const pageData = pageDataOf(context);
  const parts = {
    ...context,
    script,
    pageData,
    form: createFormHtml(script?.renderForm ?? settings.renderForm, pageData),
  };
  return { body: renderDocument({ ...parts, view: await renderView(parts) }), headers };
}

interface RenderedPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers of every page, besides its policy. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

const htmlPage = (status: number, policy: string, { body, headers }: RenderedPage): HttpAnswer => ({
  status,
  headers: { ...PAGE_HEADERS, 'content-security-policy': policy, vary: 'Origin, Accept-Language, Cookie', ...headers },
  body,
  // The page repeats its address but contains nothing about an account.
  compressible: true,
});

export const policyFor = ({ brand, customCss }: PageSettings, { pictures = [], ...more }: Allowances = {}): string => {
  const { logoUrl, logoDarkUrl, faviconUrl } = brand;
  const embedded = customCss?.embeds.pictures === true ? ['data:'] : [];
  const sources = [logoUrl, logoDarkUrl, faviconUrl].flatMap(pictureSource);
  return contentSecurityPolicy({
    pictures: [...new Set([...sources, ...embedded, ...pictures])],
    embeddedFonts: customCss?.embeds.fonts === true,
    ...more,
  });
};

/** The source of an external picture. */
const pictureSource = (address = ''): string[] => {
  if (address.startsWith('data:')) return ['data:'];
  const origin = URL.parse(address)?.origin;
  return origin === undefined ? [] : [origin];
};
