import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Brand, textColorOn } from '../brand.ts';
import { preferredLanguage } from '../languages.ts';
import { renderDocument, renderIcon } from './document.ts';
import type { PageContext, View } from './page.ts';
import type { PageScript } from './scripts.ts';
import { TEXTS } from './texts/languages.ts';
import { account } from './views/account.ts';
import { forgotPassword } from './views/forgot-password.ts';
import { home } from './views/home.ts';
import { login } from './views/login.ts';
import { register } from './views/register.ts';
import { resetPassword } from './views/reset-password.ts';
import { verify } from './views/verify.ts';

interface Page {
  readonly path: string;
  readonly script: string;
  readonly view: (context: PageContext) => View;
  /** Sources of pictures besides our own. */
  readonly pictures?: string;
}

const PAGES: readonly Page[] = [
  { path: '/', script: 'home', view: home },
  { path: '/register', script: 'register', view: register },
  { path: '/login', script: 'login', view: login },
  { path: '/verify', script: 'verify', view: verify },
  { path: '/forgot-password', script: 'forgot-password', view: forgotPassword },
  { path: '/reset-password', script: 'reset-password', view: resetPassword },
  // The one page that asks other hosts for anything: for the picture that its owner has put into the profile.
  { path: '/account', script: 'account', view: account, pictures: 'https: http:' },
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
export function installPages(server: FastifyInstance, settings: PageSettings): void {
  const { brand, scriptOf, nowMs } = settings;
  for (const { path, script, view, pictures = '' } of PAGES) {
    const policy = contentSecurityPolicy(brand, pictures);
    server.get(path, async (request, reply) => {
      const language = preferredLanguage(request.headers['accept-language']);
      const context = { ...settings, language, texts: TEXTS[language] };
      const { address, imports } = await scriptOf(script);
      const parts = { ...context, view: view(context), icon: ICON, script: address, preloads: imports, nowMs: nowMs() };
      setHeaders(reply, policy);
      return renderDocument(parts);
    });
  }
  server.get(ICON, async (_request, reply) => {
    reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' });
    return renderIcon(brand.color, textColorOn(brand.color));
  });
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

/** Nothing but our own files and our own interface; forms go through scripts, so none may be sent anywhere by itself. */
function contentSecurityPolicy({ logoUrl = '' }: Brand, pictures: string): string {
  const logo = logoUrl.startsWith('data:') ? 'data:' : (URL.parse(logoUrl)?.origin ?? '');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    ["img-src 'self'", logo, pictures].filter((source) => source !== '').join(' '),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
