import type { Brand } from '../../config/brand.ts';
import { type Html, html } from '../../pages/html.ts';
import { mark } from '../../pages/logo.ts';
import type { PageScript } from '../../pages/page.ts';
import { developerPage } from '../../pages/views/developer-page.ts';
import { createResolve, type OpenApiDocument, type Resolve, type Tag } from './openapi-document.ts';
import { operationArticle } from './operation.ts';
import { inline, prose } from './prose.ts';
import type { Route } from './triable-operation.ts';

export interface ReferenceParts {
  readonly document: OpenApiDocument;
  readonly brand: Brand;
  readonly base: string;
  readonly stylesheets: readonly string[];
  readonly script: PageScript;
  /** The forms show the newest e-mails of the developer inbox. */
  readonly hasInbox: boolean;
}

interface Group extends Tag {
  readonly routes: readonly Route[];
}

/**
 * Every operation of the OpenAPI document, in English like the document. Complete without its script, which adds the
 * search, copy buttons and forms to try operations.
 */
export function renderReference(parts: ReferenceParts): string {
  const { document, base, brand } = parts;
  const resolve = createResolve(document);
  const groups = groupsOf(document);
  const body = html`<a class="skip" href="#reference">Skip to the operations</a>
<header class="reference-bar"><a class="brand" href="${base}/docs">${mark(28)}<span>${brand.productName}</span></a>
<span class="soft">API reference ${document.info.version}</span>
<nav class="small" aria-label="Elsewhere"><a href="${base}/openapi.json">OpenAPI document</a>${
    parts.hasInbox && html` <a href="${base}/dev/inbox">Inbox</a>`
  }</nav></header>
<div class="columns">
${index(groups)}
<main id="reference" tabindex="-1"${parts.hasInbox && html` data-inbox`}>
<h1>API reference</h1>
${prose(document.info.description ?? '', 'soft')}
<p class="notice neutral" id="no-match" hidden>No operation matches.</p>
${groups.map((group) => groupSection(group, document, resolve))}
</main>
</div>`;
  return developerPage({ ...parts, title: 'API reference', className: 'reference-page' }, body);
}

/** In the order of the document's tags; other operations come last. */
function groupsOf({ paths, tags = [] }: OpenApiDocument): Group[] {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const byTag = Map.groupBy(routes, ({ operation }) => operation.tags?.[0] ?? 'other');
  const known = new Map(tags.map((tag) => [tag.name, tag]));
  const names = [...new Set([...known.keys(), ...byTag.keys()])].filter((name) => byTag.has(name));
  return names.map((name) => ({ ...known.get(name), name, routes: byTag.get(name) ?? [] }));
}

/** The list of operations, and the search that filters it and the page. */
const index = (groups: readonly Group[]): Html => html`<div class="index">
<div role="search"><label class="unseen" for="search">Search by path, words or error code</label>
<input id="search" type="search" placeholder="Path, words or error code" autocomplete="off" spellcheck="false" disabled>
<p class="small soft" id="found" role="status"></p></div>
<button class="button plain compact" type="button" id="index-toggle" aria-expanded="false" aria-controls="operations"
  hidden>All operations</button>
<nav class="operations" id="operations" aria-label="Operations" tabindex="-1">${groups.map(
  ({ name, routes }) =>
    html`<section><h2>${name}</h2><ul>${routes.map(
      ({ method, path, operation }) =>
        html`<li><a href="#${operation.operationId}"><span class="method ${method.toLowerCase()}">${method}</span>
<span>${path.replace('/api/', '')}</span></a></li>\n`,
    )}</ul></section>`,
)}</nav>
</div>`;

const groupSection = ({ name, description = '', routes }: Group, document: OpenApiDocument, resolve: Resolve): Html =>
  html`<section class="group" aria-label="${name}"><h2 class="group-title">${name}</h2>
<p class="soft">${inline(description)}</p>
${routes.map((route) => operationArticle(route, document, resolve))}</section>
`;
