import { type Brand, textColorOn } from '../config/brand.ts';
import type { Endpoint, HttpAnswer } from '../http/endpoint.ts';
import { KEYHOLE } from './keyhole.ts';

/** What pages link to. */
export const ICON = '/assets/icon.svg';

/** The icon of the browser's tab, also under the path that browsers ask for where no page links to an icon. */
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

/** No stylesheet reaches it there. */
const renderIcon = (ground: string, sign: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/><path fill="${sign}" d="${KEYHOLE}"/></svg>`;
