import type { Brand } from '../config/brand.ts';
import type { Features } from '../config/features.ts';
import { directionOf, type Language, type Languages } from '../config/languages.ts';
import type { ReturnUrl } from '../config/return-urls.ts';
import type { Endpoint, HttpAnswer } from '../http/endpoint.ts';
import type { HttpRequest } from '../http/request.ts';
import { type Allowances, contentSecurityPolicy } from './content-security-policy.ts';
import type { DocumentParts } from './document.ts';
import { drawForms, pageDataOf, type RenderForm } from './forms.ts';
import { carriedQuery, readJourney, withQuery } from './journey.ts';
import type { DrawnScript, LoadView, PageContext } from './page.ts';
import { languageLinks, pageLanguage } from './page-language.ts';
import type { LoadedTexts } from './page-texts.ts';
import { postedCallback } from './posted-callback.ts';

/** One of the pages: its address, and what draws it. */
export interface Page {
  readonly path: string;
  /** Of its script. */
  readonly name: string;
  readonly view: LoadView;
  /** The page is there where this is switched on. */
  readonly feature?: keyof Features;
  /** Sources of pictures besides our own. */
  readonly pictures?: readonly string[];
  /** It shows another document of ours in a frame. */
  readonly frames?: boolean;
  /** Opened with a token that leaves the address bar at once: the page cannot be reloaded in another language. */
  readonly isMailedLink?: boolean;
}

/** The account page, with the form for a new password open. */
const CHANGE_PASSWORD_PAGE = '/account#change-password';

export const PAGES: readonly Page[] = [
  { path: '/', name: 'home', view: async () => (await import('./views/home.ts')).home },
  {
    path: '/register',
    name: 'register',
    view: async () => (await import('./views/register.ts')).register,
    feature: 'registration',
  },
  { path: '/login', name: 'login', view: async () => (await import('./views/login.ts')).login },
  {
    path: '/login/callback/:provider',
    feature: 'identities',
    name: 'login-callback',
    view: async () => (await import('./views/login-callback.ts')).loginCallback,
    isMailedLink: true,
  },
  {
    path: '/login/code',
    feature: 'emailLogin',
    name: 'login-code',
    view: async () => (await import('./views/email-login.ts')).loginCode,
    isMailedLink: true,
  },
  {
    path: '/connect',
    name: 'connect',
    view: async () => (await import('./views/connect.ts')).connect,
    feature: 'openId',
    pictures: ['https:'],
  },
  { path: '/verify', name: 'verify', view: async () => (await import('./views/verify.ts')).verify, isMailedLink: true },
  {
    path: '/forgot-password',
    name: 'forgot-password',
    view: async () => (await import('./views/forgot-password.ts')).forgotPassword,
  },
  {
    path: '/reset-password',
    name: 'reset-password',
    view: async () => (await import('./views/reset-password.ts')).resetPassword,
    isMailedLink: true,
  },
  {
    path: '/invitation',
    name: 'invitation',
    view: async () => (await import('./views/invitation.ts')).invitation,
    isMailedLink: true,
  },
  {
    path: '/confirm-email-change',
    name: 'confirm-email-change',
    view: async () => (await import('./views/email-change.ts')).confirmEmailChange,
    isMailedLink: true,
  },
  {
    path: '/stop-email-change',
    name: 'stop-email-change',
    view: async () => (await import('./views/email-change.ts')).stopEmailChange,
    isMailedLink: true,
  },
  {
    path: '/revert-email-change',
    name: 'revert-email-change',
    view: async () => (await import('./views/email-change.ts')).revertEmailChange,
    isMailedLink: true,
  },
  // The one page that asks other hosts for anything without an app that waits: for the picture that its owner has put
  // into the profile, and for the logos of apps.
  {
    path: '/account',
    name: 'account',
    view: async () => (await import('./views/account/account.ts')).account,
    pictures: ['https:', 'http:'],
  },
];

export interface PageSettings
  extends Pick<DocumentParts, 'emailLimit' | 'customCss' | 'fields' | 'industries' | 'phoneCountries'> {
  readonly brand: Brand;
  readonly base: string;
  readonly stylesheet: () => string;
  readonly scriptOf: (page: string) => Promise<DrawnScript>;
  readonly hasDeveloperInbox: boolean;
  readonly linksReference: boolean;
  readonly features: Features;
  readonly identityProviders: PageContext['identityProviders'];
  readonly deletionGraceMs: number;
  readonly nowMs: () => number;
  /** Where visitors may be sent after the login. */
  readonly returnUrls: readonly ReturnUrl[];
  /** Told of each address to return to that they do not allow. */
  readonly refusedReturn?: ((address: string) => void) | undefined;
  /** Where the logo and a login without a return address lead; undefined: to our own pages. */
  readonly homeUrl: string | undefined;
  readonly languages: Languages;
  readonly texts: LoadedTexts;
}

/** The hosted pages: a client of the JSON interface like any other, that happens to be served from the same address. */
export function pageEndpoints(settings: PageSettings): Endpoint[] {
  const pages = PAGES.filter(({ feature }) => feature === undefined || settings.features[feature]);
  const posted = settings.features.identities ? [postedCallback(settings)] : [];
  return [...pages.flatMap((page) => endpointsOf(page, settings)), ...posted, changePassword(settings)];
}

/** A page, and its address with a slash behind it, as people type it and some proxies write it. */
export function endpointsOf(page: Page, settings: PageSettings): Endpoint[] {
  const { path, name, pictures = [], frames = false } = page;
  const policy = policyFor(settings, { pictures, frames });
  // Of the app that waits for the login.
  const policyForApp = policyFor(settings, { pictures: [...pictures, 'https:'], frames });
  const itself: Endpoint = {
    method: 'GET',
    path,
    answer: async (request) => {
      const isForApp = settings.features.openId && request.query.has('interaction');
      return htmlPage(
        200,
        isForApp ? policyForApp : policy,
        await render(page, request, settings, settings.scriptOf(name)),
      );
    },
  };
  return path === '/' ? [itself] : [itself, withoutSlash(path, settings)];
}

/** Made from the declared path, not from the requested one: it leads nowhere else, however that is spelled. */
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
  answer: () => ({ status: 303, headers: { location: base + CHANGE_PASSWORD_PAGE }, body: '' }),
});

/** For a person who mistyped an address; undefined for everybody else, who gets the envelope. */
export async function notFoundPage(request: HttpRequest, settings: PageSettings): Promise<HttpAnswer | undefined> {
  if (!isNavigation(request)) return undefined;
  const policy = policyFor(settings, {});
  const view: LoadView = async () => (await import('./views/not-found.ts')).notFound;
  const { body, headers } = await render({ view }, request, settings);
  return htmlPage(404, policy, { body, headers: { ...headers, 'x-error-code': 'not_found' } });
}

/** Browsers name HTML when they go to an address; programs, and the interface's own paths, get the envelope. */
const isNavigation = (request: HttpRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !request.path.startsWith('/api') &&
  /\btext\/html\b/.test(request.header('accept') ?? '');

/** A page without a script that the service itself leads to, with what it says. */
export async function plainPage(
  view: LoadView,
  request: HttpRequest,
  settings: PageSettings,
  { status, openId, formsLeadTo }: PlainPage,
): Promise<HttpAnswer> {
  const policy = policyFor(settings, formsLeadTo && { formsLeadTo });
  return htmlPage(status, policy, await render({ view }, request, { ...settings, ...(openId && { openId }) }));
}

interface PlainPage extends Pick<PageContext, 'openId'> {
  readonly status: number;
  /** Its form is sent by the browser itself, and leads there. */
  readonly formsLeadTo?: readonly string[] | undefined;
}

export async function render(
  { view, isMailedLink = false }: Pick<Page, 'view' | 'isMailedLink'>,
  request: HttpRequest,
  settings: PageSettings & Pick<PageContext, 'openId'> & { readonly renderForm?: RenderForm | undefined },
  loadingScript?: Promise<DrawnScript>,
): Promise<RenderedPage> {
  // For the first page both take a tenth of a second, one of them in a separate thread.
  const [{ renderDocument }, draw, script] = await Promise.all([import('./document.ts'), view(), loadingScript]);
  const { base, homeUrl, languages } = settings;
  const journey = readJourney(request.query, settings);
  const wanted = request.query.get('return_to');
  if (wanted !== null && journey.returnTo === undefined) settings.refusedReturn?.(wanted);
  const { language, headers } = pageLanguage(request, journey.language, settings);
  const carried = carriedQuery(journey);
  const inLanguage = (other: Language) => withQuery('', carriedQuery({ ...journey, language: other }));
  const context = {
    ...settings,
    language,
    direction: directionOf(language),
    languageLinks: isMailedLink ? [] : languageLinks(languages, language, inLanguage),
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
  const parts = { ...context, script, pageData, form: drawForms(script?.renderForm ?? settings.renderForm, pageData) };
  return { body: renderDocument({ ...parts, view: await draw(parts) }), headers };
}

interface RenderedPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of every page, besides its policy. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

const htmlPage = (status: number, policy: string, { body, headers }: RenderedPage): HttpAnswer => ({
  status,
  headers: { ...PAGE_HEADERS, 'content-security-policy': policy, vary: 'Origin, Accept-Language, Cookie', ...headers },
  body,
  // It repeats what its address says, but has nothing of any account.
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

/** The source of a picture that does not come from us. */
const pictureSource = (address = ''): string[] => {
  if (address.startsWith('data:')) return ['data:'];
  const origin = URL.parse(address)?.origin;
  return origin === undefined ? [] : [origin];
};
