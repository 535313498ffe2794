import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { type createEmailPreview, isEmailKind } from '../mail/render/email-preview.ts';
import { EMAIL_POLICY, previewHtml, schemeOf } from '../pages/inbox-preview.ts';
import type { LoadView } from '../pages/page.ts';
import { PAGE_HEADERS, type PageSettings, policyFor, render } from '../pages/page-endpoints.ts';
import { EMAIL_PREVIEW_PATH, PAGE_PREVIEW_PATH } from './console-paths.ts';

export type RenderPreview = ReturnType<typeof createEmailPreview>;

/**
 * An e-mail with sample content. It is public, because a frame cannot send an access token and our policy does not let
 * pages write documents into frames.
 */
export const emailPreviewEndpoint = ({ languages }: PageSettings, preview: RenderPreview): Endpoint => ({
  method: 'GET',
  path: EMAIL_PREVIEW_PATH,
  answer({ query }) {
    const kind = query.get('kind') ?? '';
    if (!isEmailKind(kind)) throw new ApiError(NotFound);
    const language = languages.find(query.get('language')) ?? languages.fallback;
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': EMAIL_POLICY },
      body: previewHtml(preview(kind, language).html, schemeOf(query)),
    };
  },
});

const login: LoadView = async () => (await import('../pages/views/login.ts')).login;

/** The login page with the current brand. Without its script it does nothing, so it can be framed safely. */
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
