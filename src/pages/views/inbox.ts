import type { Brand } from '../../config/brand.ts';
import { type InboxFilter, type InboxMessage, LISTED_MESSAGES } from '../../mail/developer-inbox.ts';
import { type Html, html } from '../html.ts';
import { FRAME_SANDBOX, linkLabel, type Scheme } from '../inbox-preview.ts';
import type { PageScript } from '../page.ts';
import { developerPage } from './developer-page.ts';

interface InboxParts {
  readonly brand: Brand;
  readonly base: string;
  readonly stylesheet: () => string;
  readonly script: PageScript;
  readonly messages: readonly InboxMessage[];
  readonly filter: InboxFilter;
  readonly chosen: InboxMessage | undefined;
  readonly view: 'html' | 'text';
  readonly width: 'full' | 'phone';
  readonly scheme: Scheme;
}

/** Works without its script, which adds local times, a copy button and new e-mails. */
export function renderInbox(parts: InboxParts): string {
  const { brand, chosen } = parts;
  const body = html`<main class="inbox">
<header class="inbox-head">
<h1>Developer inbox</h1>
<p class="soft small">Emails that ${brand.productName} would have sent. No mail server is configured (SMTP_URL).</p>
</header>
${messageList(parts)}
${chosen && letter(parts, chosen)}
</main>`;
  return developerPage({ ...parts, title: 'Developer inbox', stylesheets: [parts.stylesheet()] }, body);
}

function messageList(parts: InboxParts): Html {
  const { base, messages, filter } = parts;
  const isFiltered = filter.to !== undefined || (filter.search ?? '') !== '';
  return html`<section class="inbox-list card" aria-label="Emails">
<form class="inbox-search" role="search" action="${base}/dev/inbox">
<input class="input" type="search" name="q" value="${filter.search}"
  placeholder="Search" aria-label="Search emails" autocomplete="off">
${filter.to !== undefined && html`<input type="hidden" name="to" value="${filter.to}">`}
</form>
${isFiltered && html`<p class="small soft">${describeFilter(filter)} <a href="${base}/dev/inbox">Show all</a></p>`}
<nav aria-label="Emails" aria-live="polite">
<ol id="entries">${messages.map((message) => entry(parts, message))}</ol>
<p class="soft small inbox-empty">${
    isFiltered ? 'No email matches.' : 'No emails yet. New ones appear here automatically.'
  }</p>
<template id="new-entry">${entry(parts, undefined)}</template>
</nav>
${
  messages.length === LISTED_MESSAGES &&
  html`<p class="soft small">The newest ${LISTED_MESSAGES}. Search finds older ones.</p>`
}
${
  messages.length > 0 &&
  html`<details class="inbox-clear small"><summary>Clear the inbox</summary>
<form method="post" action="${base}/dev/inbox/clear"><button class="button danger">Delete all emails</button></form>
</details>`
}
</section>`;
}

const describeFilter = ({ to, search = '' }: InboxFilter): string =>
  [search === '' ? 'Emails' : `Emails with “${search}”`, ...(to === undefined ? [] : [`to ${to}`])].join(' ');

function entry(parts: InboxParts, message: InboxMessage | undefined): Html {
  const isChosen = message !== undefined && message === parts.chosen;
  const href = address(parts, { message: message?.id });
  return html`<li><a class="item inbox-entry" href="${href}"${isChosen && html` aria-current="true"`}>
<strong>${message?.subject}</strong><span class="small soft">${message?.to}</span>
${time(message?.received_at, 'small soft', timeOfDay)}</a></li>
`;
}

function letter(parts: InboxParts, message: InboxMessage): Html {
  const { base, view, width, scheme } = parts;
  const { id, to, subject, text, received_at, links } = message;
  const [link, ...others] = new Set(links);
  return html`<article class="inbox-letter card">
<h2>${subject}</h2>
<p class="soft small">to <strong>${to}</strong> ${time(received_at, 'full', dateAndTime)}</p>
${link !== undefined && linkButton(message, link)}
${others.map(
  (other) => html`<p class="small inbox-address"><a href="${other}" target="_blank" rel="noreferrer">${other}</a></p>`,
)}
<div class="row">
${choice(parts, 'Part', 'view', { html: 'HTML', text: 'Text' })}
${view === 'html' && choice(parts, 'Width', 'width', { full: 'Full', phone: 'Phone' })}
${view === 'html' && choice(parts, 'Colours', 'scheme', { system: 'System', light: 'Light', dark: 'Dark' })}
</div>
${
  view === 'html'
    ? html`<iframe class="${width}" title="The email" sandbox="${FRAME_SANDBOX}"
  src="${base}/dev/inbox/${id}/html?scheme=${scheme}"></iframe>`
    : html`<pre class="box">${text}</pre>`
}
</article>`;
}

/** The script shows the copy button if the browser can copy. */
const linkButton = ({ html: source }: InboxMessage, link: string): Html => html`<p class="row inbox-link">
<a class="button" href="${link}" target="_blank" rel="noreferrer">${linkLabel(source, link) ?? 'Open the link'}</a>
<button class="button plain" type="button" id="copy-link" data-link="${link}" hidden>Copy link</button></p>
<p class="small soft inbox-address" title="${link}">${link}</p>`;

/** A row of links with the current one marked. */
function choice(
  parts: InboxParts,
  label: string,
  name: 'view' | 'width' | 'scheme',
  values: Readonly<Record<string, string>>,
): Html {
  const link = ([value, words]: [string, string]) => {
    const href = address(parts, { message: parts.chosen?.id, [name]: value });
    return html`<a href="${href}"${parts[name] === value && html` aria-current="true"`}>${words}</a>`;
  };
  return html`<nav class="segments" aria-label="${label}">${Object.entries(values).map(link)}</nav>`;
}

type Changes = Readonly<Record<string, string | undefined>>;

/** The address of the page with its current filter and preview, except for the changes. */
function address({ base, filter, view, width, scheme }: InboxParts, changed: Changes): string {
  const query = { to: filter.to, q: filter.search, view, width, scheme, ...changed };
  const isDefault = (value: string | undefined) => ['', 'html', 'full', 'system', undefined].includes(value);
  const filters = Object.entries(query).filter((pair): pair is [string, string] => !isDefault(pair[1]));
  return `${base}/dev/inbox?${new URLSearchParams(filters)}`;
}

/** In UTC; the script converts it to the browser's time zone. */
const time = (at: string | undefined, className: string, format: (at: string) => string): Html =>
  html`<time class="${className}" datetime="${at}">${at !== undefined && format(at)}</time>`;

const timeOfDay = (at: string): string => `${at.slice(11, 16)} UTC`;
const dateAndTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
