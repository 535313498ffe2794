import type { Brand } from '../../config/brand.ts';
import type { InboxMessage } from '../../mail/developer-inbox.ts';
import { type Html, html } from '../html.ts';
import { ICON } from '../icon.ts';

export interface InboxParts {
  readonly brand: Brand;
  readonly stylesheet: string;
  readonly script: string;
  readonly preloads: readonly string[];
  readonly messages: readonly InboxMessage[];
  /** Only e-mails to this address are listed. */
  readonly to: string | undefined;
  readonly chosen: InboxMessage | undefined;
  readonly view: 'html' | 'text';
}

/** An e-mail is shown as a mail program would: it may open links elsewhere, and do nothing else. */
export const FRAME_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** Everything works by links and without scripts; the script only brings what arrives while the page is open. */
export function renderInbox(parts: InboxParts): string {
  const { brand, messages, chosen, to } = parts;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Developer inbox · ${brand.productName}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${parts.stylesheet}">
${parts.preloads.map((address) => html`<link rel="modulepreload" href="${address}">\n`)}<script type="module" src="${parts.script}"></script>
</head>
<body>
<main class="inbox">
<header class="inbox-head">
<h1>Developer inbox</h1>
<p class="soft small">E-mails that ${brand.productName} would have sent: no mail server is configured (SMTP_URL).
${to !== undefined && html`Only those to ${to}. <a href="/dev/inbox">Show all</a>`}</p>
</header>
<nav class="inbox-list card" aria-label="E-mails" aria-live="polite">
<ol id="entries">${messages.map((message) => entry(parts, message))}</ol>
<p class="soft small inbox-empty">Nothing yet. What is sent appears here by itself.</p>
<template id="new-entry">${entry(parts, undefined)}</template>
</nav>
${chosen && letter(parts, chosen)}
</main>
</body>
</html>
`.toString();
}

function entry({ chosen, to }: InboxParts, message: InboxMessage | undefined): Html {
  const isChosen = message !== undefined && message === chosen;
  return html`<li><a class="inbox-entry" href="${address({ message: message?.id, to })}"${isChosen && html` aria-current="true"`}>
<strong>${message?.subject}</strong><span class="small soft">${message?.to}</span>
<time class="small soft" datetime="${message?.received_at}">${message && time(message)}</time></a></li>
`;
}

function letter({ view, to: filter }: InboxParts, { id, to, subject, text, received_at, links }: InboxMessage): Html {
  const tab = (name: 'html' | 'text', label: string) =>
    html`<a href="${address({ message: id, view: name, to: filter })}"${view === name && html` aria-current="page"`}>${label}</a>`;
  return html`<article class="inbox-letter card">
<h2>${subject}</h2>
<p class="soft small">to <strong>${to}</strong> at <time datetime="${received_at}">${received_at}</time></p>
${links.map((link) => html`<p class="small inbox-link"><a href="${link}" target="_blank" rel="noreferrer">${link}</a></p>`)}
<p class="inbox-tabs">${tab('html', 'HTML')} ${tab('text', 'Text')}</p>
${
  view === 'html'
    ? html`<iframe title="The e-mail" sandbox="${FRAME_SANDBOX}" src="/dev/inbox/${id}/html"></iframe>`
    : html`<pre>${text}</pre>`
}
</article>`;
}

function address(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/dev/inbox?${new URLSearchParams(given)}`;
}

const time = ({ received_at }: InboxMessage): string => received_at.slice(11, 19);
