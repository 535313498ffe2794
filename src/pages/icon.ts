import { type Brand, textColorOn } from '../config/brand.ts';
import type { Endpoint, HttpAnswer } from '../http/endpoint.ts';

/** A keyhole: the mark of a deployment that has no logo of its own. */
export const KEYHOLE =
  'M16 7.5a5 5 0 0 0-2.4 9.4L12.3 24a.8.8 0 0 0 .8 1h5.8a.8.8 0 0 0 .8-1l-1.3-7.1A5 5 0 0 0 16 7.5Z';

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
