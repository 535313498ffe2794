import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { KINDS } from '../mail/email-kinds.ts';
import type { EmailPreview } from '../mail/render/email-preview.ts';
import { CLAIM_PATH, CONSOLE_SCREENS, PREVIEW_PATH, screenNames } from './console-paths.ts';
import { documentsEndpoint } from './documents-endpoint.ts';
import { EMAIL_POLICY, previewHtml, schemeOf } from './inbox-preview.ts';
import { endpointsOf, type PageSettings } from './page-endpoints.ts';
import { pagePreviewEndpoint } from './page-preview.ts';

type EmailKind = keyof typeof KINDS;
type RenderPreview = (kind: EmailKind, language: string) => EmailPreview;

/**
 * The console: one document for each screen, the same for everybody. It holds nothing but the frame and its texts; what
 * is in the database comes from the operations under /api/admin, which judge who asks.
 */
export const adminPageEndpoints = (settings: PageSettings, preview: RenderPreview): Endpoint[] => [
  ...screenNames(settings).flatMap((name) => {
    const { path, page } = CONSOLE_SCREENS[name];
    return endpointsOf({ path, name: page, frames: name === 'emails' || name === 'settings' }, settings);
  }),
  ...endpointsOf({ path: CLAIM_PATH, name: 'admin/claim' }, settings),
  previewEndpoint(settings, preview),
  pagePreviewEndpoint(settings),
  documentsEndpoint,
];

/**
 * The HTML of an e-mail with made-up contents, for a frame of the console: a frame cannot send an access token, and our
 * policy lets no page write a document into one. It says nothing that recipients do not see.
 */
const previewEndpoint = ({ languages }: PageSettings, preview: RenderPreview): Endpoint => ({
  method: 'GET',
  path: PREVIEW_PATH,
  answer({ query }) {
    const kind = query.get('kind') ?? '';
    if (!isKind(kind)) throw new ApiError(NotFound);
    const language = languages.find(query.get('language')) ?? languages.fallback;
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': EMAIL_POLICY },
      body: previewHtml(preview(kind, language).html, schemeOf(query)),
    };
  },
});

const isKind = (name: string): name is EmailKind => Object.hasOwn(KINDS, name);
