import type { HttpAnswer } from '../http/endpoint.ts';
import type { HttpRequest } from '../http/request.ts';
import type { LoadView, OpenIdError } from './page.ts';
import { type PageSettings, plainPage } from './page-endpoints.ts';

interface LogoutForm {
  readonly action: string;
  readonly xsrf: string;
  readonly leadsTo: string | undefined;
}

const view =
  (name: 'openIdError' | 'appLogout' | 'loggedOut'): LoadView =>
  async () =>
    (await import('./views/connect.ts'))[name];

/** The pages that OpenID's endpoints show. */
export const openIdPages = (settings: PageSettings) => ({
  error: (request: HttpRequest, status: number, error: OpenIdError): Promise<HttpAnswer> =>
    plainPage(view('openIdError'), request, settings, { status, openId: { error } }),
  logout: (request: HttpRequest, { leadsTo, ...form }: LogoutForm): Promise<HttpAnswer> => {
    const url = URL.parse(leadsTo ?? '');
    // Addresses of native apps have a custom scheme and no origin.
    const target = url && (url.origin === 'null' ? url.protocol : url.origin);
    return plainPage(view('appLogout'), request, settings, {
      status: 200,
      openId: { form },
      formTargets: target ? [target] : [],
    });
  },
  loggedOut: (request: HttpRequest, hasEnded: boolean): Promise<HttpAnswer> =>
    plainPage(view('loggedOut'), request, settings, { status: 200, openId: { hasEnded } }),
});
