import { type Html, html } from '../../html.ts';

/** Drawn on 20 × 20, in lines. They are in each document once, and used by name, by the server and by scripts (browser/admin/icon.ts). */
const ICONS = {
  overview: html`<path d="M3.5 9 10 3.5 16.5 9v6.25A1.25 1.25 0 0 1 15.25 16.5H4.75A1.25 1.25 0 0 1 3.5 15.25Z"/><path d="M8 16.5v-5h4v5"/>`,
  users: html`<circle cx="7.5" cy="6.75" r="2.75"/><path d="M2.5 16a5 5 0 0 1 10 0"/><path d="M12.75 4.25a2.75 2.75 0 0 1 0 5"/><path d="M14.5 11.6a5 5 0 0 1 3 4.4"/>`,
  sessions: html`<rect x="2.75" y="4" width="14.5" height="9" rx="1.5"/><path d="M7 16.5h6M10 13v3.5"/>`,
  audit: html`<path d="M5.25 2.75h6l3.5 3.5v10a1 1 0 0 1-1 1h-8.5a1 1 0 0 1-1-1V3.75a1 1 0 0 1 1-1Z"/><path d="M7.25 9.5h5.5M7.25 12.75h5.5"/>`,
  emails: html`<rect x="2.75" y="4.25" width="14.5" height="11.5" rx="1.75"/><path d="m3.5 6 6.5 4.75L16.5 6"/>`,
  keys: html`<circle cx="6.5" cy="13.5" r="3.25"/><path d="m8.9 11.1 7.35-7.35M13.25 6.75l2.25 2.25"/>`,
  apiKeys: html`<path d="m6.75 6-4 4 4 4M13.25 6l4 4-4 4M11.25 4.5l-2.5 11"/>`,
  settings: html`<path d="M3 6h7.5M14.5 6H17M3 14h2.5M9.5 14H17"/><circle cx="12.5" cy="6" r="2"/><circle cx="7.5" cy="14" r="2"/>`,
  search: html`<circle cx="8.75" cy="8.75" r="5"/><path d="m12.5 12.5 4 4"/>`,
  menu: html`<path d="M3 5.5h14M3 10h14M3 14.5h14"/>`,
  close: html`<path d="m5 5 10 10M15 5 5 15"/>`,
  more: html`<path d="M4.5 10h.01M10 10h.01M15.5 10h.01" stroke-width="2.5"/>`,
  updown: html`<path d="m6.5 7.5 3.5-3.5 3.5 3.5M6.5 12.5 10 16l3.5-3.5"/>`,
  down: html`<path d="m5 7.5 5 5 5-5"/>`,
  back: html`<path d="M12.5 5 7.5 10l5 5"/>`,
  account: html`<circle cx="10" cy="7" r="3.25"/><path d="M3.75 16.75a6.25 6.25 0 0 1 12.5 0"/>`,
  keyboard: html`<rect x="2.25" y="5" width="15.5" height="10" rx="1.75"/><path d="M5.5 8.25h.01M8.5 8.25h.01M11.5 8.25h.01M14.5 8.25h.01M6.5 11.75h7"/>`,
  logout: html`<path d="M8 3.5H4.75a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H8M12.5 6.25 16.25 10l-3.75 3.75M16.25 10H7.5"/>`,
  warning: html`<circle cx="10" cy="10" r="7"/><path d="M10 6.5v4.25M10 13.5v.01"/>`,
  done: html`<circle cx="10" cy="10" r="7"/><path d="m7 10.25 2.1 2.1L13 8.25"/>`,
  download: html`<path d="M10 3.5v9M6 9l4 4 4-4M3.5 16.5h13"/>`,
  add: html`<path d="M10 4v12M4 10h12"/>`,
} as const;

export type IconName = keyof typeof ICONS;

export const icon = (name: IconName): Html =>
  html`<svg class="icon" width="20" height="20" aria-hidden="true" focusable="false"><use href="#icon-${name}"/></svg>`;

export const iconSymbols: Html = html`<svg hidden aria-hidden="true">${Object.entries(ICONS).map(
  ([name, paths]) => html`<symbol id="icon-${name}" viewBox="0 0 20 20">${paths}</symbol>`,
)}</svg>`;
