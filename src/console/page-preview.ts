import type { Endpoint } from '../http/endpoint.ts';
import { schemeOf } from '../pages/inbox-preview.ts';
import type { LoadView } from '../pages/page.ts';
import { PAGE_HEADERS, type PageSettings, policyFor, render } from '../pages/page-endpoints.ts';
import { PAGE_PREVIEW_PATH } from './console-paths.ts';

const login: LoadView = async () => (await import('../pages/views/login.ts')).login;

/**
 * The login page with the current brand, for a frame of the console. Without script it does nothing, so nobody can be
 * tricked into using it there.
 */
export const pagePreviewEndpoint = (settings: PageSettings): Endpoint => ({
  method: 'GET',
  path: PAGE_PREVIEW_PATH,
  async answer(request) {
    const { renderForm } = await settings.scriptOf('login');
    const { body } = await render({ view: login }, request, { ...settings, renderForm });
    const scheme = schemeOf(request.query);
    const theme = scheme === 'system' ? '' : ` data-theme="${scheme}"`;
    return {
      status: 200,
      headers: { ...PAGE_HEADERS, 'content-security-policy': policyFor(settings, { isFramed: true }) },
      body: body
        .replace('<html ', `<html data-passkeys="work"${theme} `)
        .replace(/<noscript>.*?<\/noscript>/s, '')
        // Buttons wait for the script.
        .replaceAll(/ disabled(?=[ >])/g, ''),
    };
  },
});
