import { type Brand, textColorOn } from '../config/brand.ts';
import type { Endpoint, HttpAnswer } from '../http/endpoint.ts';
import { DEFAULT_LOGO } from './default-logo.ts';

/** The address that pages link to. */
export const ICON = '/assets/icon.svg';

/** The browser's tab icon, also at the path that browsers request by default. */
export function iconEndpoints({ color, faviconUrl }: Brand): Endpoint[] {
  const icon: HttpAnswer = {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' },
    body: renderIcon(color, textColorOn(color)),
  };
  const elsewhere: HttpAnswer | undefined =
    faviconUrl === undefined || /^data:|^\/favicon\.ico$/i.test(faviconUrl)
      ? undefined
      : { status: 302, headers: { location: faviconUrl, 'cache-control': 'public, max-age=3600' }, body: '' };
  return [
    { method: 'GET', path: ICON, answer: () => icon },
    { method: 'GET', path: '/favicon.ico', answer: () => elsewhere ?? icon },
  ];
}

/** No style sheet applies to it. */
const renderIcon = (ground: string, sign: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/>` +
  `<path fill="${sign}" d="${DEFAULT_LOGO}"/></svg>`;
