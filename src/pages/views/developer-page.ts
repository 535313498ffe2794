import type { Brand } from '../../config/brand.ts';
import { baseMeta, COMMON_META, scriptTags } from '../document-head.ts';
import { type Html, html } from '../html.ts';
import { ICON } from '../icon.ts';
import type { PageScript } from '../page.ts';

interface DeveloperPage {
  readonly title: string;
  readonly brand: Brand;
  readonly base: string;
  readonly stylesheets: readonly string[];
  readonly script: PageScript;
  readonly className?: string;
}

/** The document of the developer inbox and the API reference, in English only. */
export const developerPage = (
  { title, brand, base, stylesheets, script, className }: DeveloperPage,
  body: Html,
): string =>
  html`<!doctype html>
<html lang="en">
<head>
${COMMON_META}
${baseMeta(base)}<title>${title} · ${brand.productName}</title>
<link rel="icon" href="${base}${ICON}">
${stylesheets.map((address) => html`<link rel="stylesheet" href="${address}">\n`)}${scriptTags(script)}
</head>
<body${className !== undefined && html` class="${className}"`}>
${body}
</body>
</html>
`.toString();
