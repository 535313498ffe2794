import { type Html, html } from '../html.ts';
import type { PageContext } from '../page.ts';
import type { Texts } from '../texts/en.ts';

interface Panel {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
  readonly icon?: keyof typeof ICONS;
  /** Shown above the title instead of an icon. */
  readonly above?: Html;
}

/** One state of a page. The document contains all panels; the script shows one of them. */
export const panel = (
  { id, title, content, icon, above }: Panel,
  hidden = true,
): Html => html`<section class="card stack" id="${id}"${hidden && html` hidden`}>
${above}${icon !== undefined && sign(icon)}
<h1 tabindex="-1"${title.includes('{') && html` data-fill="${title}"`}>${!title.includes('{') && title}</h1>
${content}
</section>`;

/** A panel with one paragraph, and what to do next below it. */
export const messagePanel = (
  id: string,
  icon: keyof typeof ICONS,
  [title, text]: readonly [title: string, text: string],
  next?: Html,
  hidden = true,
): Html => panel({ id, title, icon, content: html`<p>${text}</p>${next}` }, hidden);

/** `isCarrying`: the link passes on the e-mail address (browser/carried-address.ts). */
export const backToLogin = (href: string, { actions }: Texts, isCarrying = false): Html =>
  html`<p class="aside"><a${isCarrying && html` data-carry`} href="${href}">${actions.backToLogin}</a></p>`;

/** The script fills in initials. Only the account page shows the picture, because only it may load from other hosts. */
export const initialsAvatar = (id: string): Html =>
  html`<div class="avatar"><span id="${id}" aria-hidden="true"></span></div>`;

export const sign = (icon: keyof typeof ICONS): Html => html`<div class="sign ${icon}">${ICONS[icon]}</div>`;

const icon = (paths: Html): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">${paths}</svg>`;

const ICONS = {
  mail: icon(html`<rect x="3" y="5.5" width="18" height="13" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>`),
  done: icon(html`<circle cx="12" cy="12" r="9"/><path d="m8 12.3 2.8 2.8L16 9.6"/>`),
  lost: icon(html`<circle cx="12" cy="12" r="9"/><path d="m15.5 8.5-2 5-5 2 2-5Z"/>`),
  warning: icon(html`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5"/><path d="M12 16.3v.2"/>`),
} as const;

const NEW_TAB_ICON = html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20"
  aria-hidden="true" focusable="false"><path d="M8 7.25h8.75V16"/><path d="M16.5 7.5 7.25 16.75"/></svg>`;

/**
 * Links to the e-mail: in development to the developer inbox, otherwise to the user's mailbox, if
 * browser/mail-provider.ts knows its provider.
 */
export const inboxButton = ({ base, hasDeveloperInbox, texts: { actions } }: PageContext): Html =>
  hasDeveloperInbox
    ? html`<a class="button" href="${base}/dev/inbox" target="_blank">${actions.openInbox}${NEW_TAB_ICON}</a>`
    : html`<a class="button" data-open-mailbox="${actions.openMailbox}" target="_blank" rel="noopener noreferrer"
  hidden><span class="label"></span>${NEW_TAB_ICON}</a>`;

/** browser/recent-login.ts fills and opens it when an operation requires a recent login. */
export const recentLoginDialog = ({ texts, features }: PageContext): Html =>
  html`<dialog class="card" id="recent-login" aria-labelledby="recent-login-title" aria-describedby="recent-login-lead"
  data-words="${JSON.stringify(texts.confirmIdentity)}"${features.passkeys && html` data-passkeys`}${
    features.identities && html` data-identities`
  }></dialog>`;
