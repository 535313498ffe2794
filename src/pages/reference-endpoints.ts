import { Buffer } from 'node:buffer';
import type { Brand } from '../config/brand.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { PageScript } from './page.ts';
import { PAGE_HEADERS, withoutSlash } from './page-endpoints.ts';
import { servedStylesheet, styleRules } from './stylesheet.ts';
import type { OpenApiDocument } from './views/reference/openapi-document.ts';

const STYLES = ['reference.css', 'reference-operations.css', 'reference-trial.css'];

export interface ReferenceSettings {
  readonly brand: Brand;
  readonly base: string;
  readonly stylesheet: () => string;
  readonly scriptOf: (page: string) => Promise<PageScript>;
  readonly hasInbox: boolean;
  /** The document of the server that the page is on. */
  readonly document: () => Promise<object>;
}

/** GET /docs: the reference of the interface. It is the same for everybody: drawn for the first visitor, then kept. */
export function referenceEndpoints(settings: ReferenceSettings): Endpoint[] {
  const stylesheet = servedStylesheet('/assets/reference.css', settings.base, styleRules(STYLES));
  let page: Promise<Buffer> | undefined;
  const headers = { ...PAGE_HEADERS, 'content-security-policy': contentSecurityPolicy({}) };
  const render = async (): Promise<Buffer> => {
    const [{ renderReference }, script, document] = await Promise.all([
      import('./views/reference/reference.ts'),
      settings.scriptOf('reference'),
      settings.document(),
    ]);
    const stylesheets = [settings.stylesheet(), stylesheet.address()];
    return Buffer.from(renderReference({ ...settings, document: document as OpenApiDocument, script, stylesheets }));
  };
  const itself: Endpoint = {
    method: 'GET',
    path: '/docs',
    async answer() {
      page ??= render().catch((error: unknown) => {
        // The next visitor's request tries again.
        page = undefined;
        throw error;
      });
      return { status: 200, headers, body: await page, compressible: true };
    },
  };
  return [itself, withoutSlash('/docs', settings), stylesheet.endpoint];
}
