import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Endpoint } from '../http/endpoint.ts';
import { html } from '../pages/html.ts';
import { mark } from '../pages/logo.ts';
import { PAGE_HEADERS, type PageSettings, withoutSlash } from '../pages/page-endpoints.ts';
import { servedFile } from '../pages/stylesheet.ts';
import { developerPage } from '../pages/views/developer-page.ts';

interface ReferenceSettings extends Pick<PageSettings, 'brand' | 'base' | 'stylesheet' | 'scriptOf'> {
  readonly hasInbox: boolean;
}

/** Swagger UI sets inline styles, brings its icons as data: addresses and writes HTML that it has sanitized. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A package of ours contains the two files that we serve (scripts/package); a clone has the dependency. */
const SHIPPED = join(import.meta.dirname, 'swagger-ui');
const { resolve } = createRequire(import.meta.url);
const ofSwaggerUi = (name: string) => () =>
  readFileSync(existsSync(SHIPPED) ? join(SHIPPED, name) : resolve(`swagger-ui-dist/${name}`));

/** GET /docs: Swagger UI on our OpenAPI document, from our own address. */
export function referenceEndpoints({ hasInbox, ...page }: ReferenceSettings): Endpoint[] {
  const { base, brand } = page;
  const viewer = servedFile('/assets/swagger-ui.js', 'text/javascript', base, ofSwaggerUi('swagger-ui-bundle.js'));
  const styles = servedFile('/assets/swagger-ui.css', 'text/css', base, ofSwaggerUi('swagger-ui.css'));
  const ownStyles = servedFile('/assets/reference.css', 'text/css', base, () =>
    readFileSync(join(import.meta.dirname, 'styles/reference.css')),
  );
  const headers = { ...PAGE_HEADERS, 'content-security-policy': POLICY };
  const body = () => html`<header class="reference-bar">
<a class="brand" href="${base}/docs">${mark(28)}<span>${brand.productName}</span></a>
<nav class="small" aria-label="Elsewhere"><a href="${base}/openapi.json">OpenAPI document</a>${
    hasInbox && html` <a href="${base}/dev/inbox" target="_blank">Inbox</a>`
  }</nav></header>
<main id="reference"></main>${hasInbox && html`<aside id="inbox" aria-label="Developer inbox"></aside>`}
<script src="${viewer.address()}"></script>`;
  return [
    {
      method: 'GET',
      path: '/docs',
      answer: async () => ({
        status: 200,
        headers,
        body: developerPage(
          {
            ...page,
            title: 'API reference',
            className: 'reference-page',
            script: await page.scriptOf('reference'),
            stylesheets: [styles.address(), page.stylesheet(), ownStyles.address()],
          },
          body(),
        ),
        compressible: true,
      }),
    },
    withoutSlash('/docs', page),
    ...[viewer, styles, ownStyles].map(({ endpoint }) => endpoint),
  ];
}
