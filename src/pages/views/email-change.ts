import { type Html, html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { backToLogin, inboxButton, messagePanel, panel } from './panels.ts';

// The pages of the three mailed links about a change of address. Nothing happens before the button is pressed.

export function confirmEmailChange(context: PageContext): View {
  const { base, texts } = context;
  const { actions, emailChange } = texts;
  const words = emailChange.confirm;
  const toLogin = html`<a class="button" href="${base}/login" data-login>${actions.login}</a>`;
  const toAccount = html`<a class="button" href="${base}/account#data">${actions.account}</a>`;
  return linkPage(context, words, {
    done: html`${toLogin}${review(context, words)}`,
    deadEnd: toAccount,
    more: html`${messagePanel('already', 'done', [words.alreadyTitle, words.done], toLogin)}
${messagePanel('taken', 'warning', [words.takenTitle, words.taken], toAccount)}
${messagePanel('suspended', 'warning', [texts.verify.suspendedTitle, words.suspended])}`,
  });
}

export function stopEmailChange(context: PageContext): View {
  const words = context.texts.emailChange.stop;
  return linkPage(context, words, {
    done: newPassword(context),
    deadEnd: newPassword(context),
    more: messagePanel('changed', 'warning', [words.lateTitle, words.late]),
  });
}

export function revertEmailChange(context: PageContext): View {
  const words = context.texts.emailChange.revert;
  return linkPage(context, words, {
    done: html`${inboxButton(context)}${review(context, context.texts.emailChange.review)}${toLogin(context)}`,
    deadEnd: newPassword(context),
    more: messagePanel('taken', 'warning', [words.takenTitle, words.taken]),
  });
}

/** The ways to log in that were removed or kept, filled in by browser/reverted-ways-in.ts. */
const review = (
  { texts }: PageContext,
  { keptTitle, kept }: { readonly keptTitle: string; readonly kept: string },
): Html => {
  const { removedTitle, keptTitle: _, kept: __, ...words } = texts.emailChange.review;
  return html`<div class="stack" id="review" data-words="${JSON.stringify(words)}" hidden>
<div id="removed"><h2 id="removed-title">${removedTitle}</h2><p class="soft small" id="removed-lead"></p>
<ul class="entries" aria-labelledby="removed-title"></ul></div>
<div id="kept"><h2 id="kept-title">${keptTitle}</h2><p class="soft small">${kept}</p>
<ul class="entries" aria-labelledby="kept-title"></ul></div>
</div>`;
};

const newPassword = (context: PageContext): Html =>
  html`<a class="button" href="${context.base}/forgot-password">${context.texts.reset.title}</a>
${toLogin(context)}`;

const toLogin = ({ base, texts }: PageContext): Html => backToLogin(`${base}/login`, texts);

interface LinkWords {
  readonly title: string;
  readonly lead: string;
  /** The lead if the link contains the e-mail address. */
  readonly leadWithEmail?: string;
  readonly press: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly expired: string;
  readonly used: string;
}

interface LinkParts {
  readonly done: Html;
  /** What to do if the link no longer works. */
  readonly deadEnd: Html;
  readonly more: Html;
}

function linkPage(context: PageContext, words: LinkWords, { done, deadEnd, more }: LinkParts): View {
  const { texts, form } = context;
  const { expiredTitle, usedTitle, brokenTitle } = texts.reset;
  const ask = html`<p class="soft" data-fill="${words.leadWithEmail ?? words.lead}">${words.lead}</p>
${form('button', { id: 'link-form', label: words.press })}`;
  return {
    title: words.title,
    awaitsLink: true,
    content: html`${panel({ id: 'ask', title: words.title, content: ask }, false)}
${messagePanel('done', 'done', [words.doneTitle, words.done], done)}
${messagePanel('expired', 'warning', [expiredTitle, words.expired], deadEnd)}
${messagePanel('used', 'warning', [usedTitle, words.used], deadEnd)}
${messagePanel('gone', 'mail', [texts.links.goneTitle, texts.links.gone], deadEnd)}
${messagePanel('broken', 'warning', [brokenTitle, texts.emailChange.broken], toLogin(context))}
${more}`,
  };
}
