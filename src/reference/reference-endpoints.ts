import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { Endpoint } from '../http/endpoint.ts';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { loadOnce } from '../pages/load-once.ts';
import { PAGE_HEADERS, type PageSettings, withoutSlash } from '../pages/page-endpoints.ts';
import { servedStylesheet, styleRules } from '../pages/stylesheet.ts';
import type { OpenApiDocument } from './views/openapi-document.ts';

const FILES = ['reference.css', 'reference-operations.css', 'reference-trial.css'];
const rules = styleRules(join(import.meta.dirname, 'styles'), () => FILES);

interface ReferenceSettings extends Pick<PageSettings, 'brand' | 'base' | 'stylesheet' | 'scriptOf'> {
  readonly hasInbox: boolean;
  /** The OpenAPI document. */
  readonly document: () => Promise<object>;
}

/** GET /docs: the API reference, rendered once, because it is the same for everybody. */
export function referenceEndpoints(settings: ReferenceSettings): Endpoint[] {
  const stylesheet = servedStylesheet('/assets/reference.css', settings.base, rules);
  const headers = { ...PAGE_HEADERS, 'content-security-policy': contentSecurityPolicy({}) };
  const page = loadOnce(async (): Promise<Buffer> => {
    const [{ renderReference }, script, document] = await Promise.all([
      import('./views/reference.ts'),
      settings.scriptOf('reference'),
      settings.document(),
    ]);
    const stylesheets = [settings.stylesheet(), stylesheet.address()];
    return Buffer.from(renderReference({ ...settings, document: document as OpenApiDocument, script, stylesheets }));
  });
  const itself: Endpoint = {
    method: 'GET',
    path: '/docs',
    answer: async () => ({ status: 200, headers, body: await page(), compressible: true }),
  };
  return [itself, withoutSlash('/docs', settings), stylesheet.endpoint];
}
