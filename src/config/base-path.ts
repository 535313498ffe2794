import type { SettingValues } from './settings.ts';

type PathSettings = Pick<SettingValues, 'frontendUrl' | 'pages'>;

/**
 * The path of FRONTEND_URL, below which everything is served; '' for none. With PAGES=off, FRONTEND_URL belongs to
 * other pages and does not concern this service.
 */
export const basePathOf = ({ frontendUrl, pages }: PathSettings): string =>
  frontendUrl === undefined || !pages ? '' : pathOf(frontendUrl);

const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '');

/** The first segments of our paths. A request for one of them could include the base path or not. */
// biome-ignore format: a list of words
const OWN_PATHS = [
  '.well-known', 'account', 'admin', 'api', 'assets', 'confirm-email-change', 'connect', 'dev', 'docs', 'favicon.ico',
  'forgot-password', 'healthz', 'invitation', 'login', 'oidc', 'openapi.json', 'readyz', 'register', 'reset-password',
  'revert-email-change', 'stop-email-change', 'verify',
];

/** The fault of the path in FRONTEND_URL, or undefined. */
export function faultOfBasePath(settings: PathSettings): string | undefined {
  const [, first = ''] = basePathOf(settings).split('/');
  if (!OWN_PATHS.includes(first)) return undefined;
  return (
    `must not have a path that begins with /${first}, which Latchkey has itself; with pages of your own there: ` +
    'PAGES=off'
  );
}

/** The fault of the path in ADMIN_URL, or undefined. Pages have one base path, on every port and name. */
export function faultOfAdminPath(settings: PathSettings & Pick<SettingValues, 'adminUrl'>): string | undefined {
  const base = basePathOf(settings);
  if (settings.adminUrl === undefined || !settings.pages) return undefined;
  if (['', base].includes(pathOf(settings.adminUrl))) return undefined;
  return base === '' ? 'must have no path, like FRONTEND_URL' : `must have the path of FRONTEND_URL, ${base}, or none`;
}
