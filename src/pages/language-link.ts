import { type Html, html } from './html.ts';
import type { LanguageLink } from './page-language.ts';

/** One of the languages to choose from; that of the page leads nowhere. */
export const languageLink = ({ language, name, href }: LanguageLink): Html =>
  href === undefined
    ? html`<span lang="${language}" aria-current="true">${name}</span>\n`
    : html`<a href="${href}" lang="${language}" hreflang="${language}" rel="nofollow">${name}</a>\n`;
