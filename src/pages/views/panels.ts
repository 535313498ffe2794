import { type Html, html } from '../html.ts';
import type { PageContext } from '../page.ts';

interface Panel {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
  readonly icon?: keyof typeof ICONS;
}

/** One of the states of a page that stand in the document from the start and of which the script shows one. */
export const panel = (
  { id, title, content, icon }: Panel,
  hidden = true,
): Html => html`<section class="card stack" id="${id}"${hidden && html` hidden`}>
${icon !== undefined && sign(icon)}
<h1 tabindex="-1"${title.includes('{') && html` data-fill="${title}"`}>${!title.includes('{') && title}</h1>
${content}
</section>`;

export const sign = (icon: keyof typeof ICONS): Html => html`<div class="sign ${icon}">${ICONS[icon]}</div>`;

const icon = (paths: Html): Html =>
  html`<svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">${paths}</svg>`;

const ICONS = {
  mail: icon(html`<rect x="3" y="5.5" width="18" height="13" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>`),
  done: icon(html`<circle cx="12" cy="12" r="9"/><path d="m8 12.3 2.8 2.8L16 9.6"/>`),
  warning: icon(html`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5"/><path d="M12 16.3v.2"/>`),
} as const;

/** Where in development the e-mail just announced is to be found. */
export const inboxButton = ({ hasDeveloperInbox, texts }: PageContext): Html =>
  html`${hasDeveloperInbox && html`<a class="button" href="/dev/inbox">${texts.actions.openInbox}</a>`}`;
