import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { newTerms } from './agreement.ts';
import { backToLogin, messagePanel, panel } from './panels.ts';

export function resetPassword(context: PageContext): View {
  const { texts, to, form } = context;
  const { actions, deletion, reset: words, secondFactor, verify } = texts;
  const ask = html`<p class="soft">${words.lead}</p>
${form('password', { id: 'reset-form', label: words.save })}`;
  const toLogin = (id: string, label: string) =>
    html`<a class="button" id="${id}" data-carry href="${to('/login')}">${label}</a>`;
  const steps = html`<div id="login-steps" data-terms="${JSON.stringify(newTerms(context) ?? null)}"></div>`;
  const askAgain = html`<a class="button" data-carry href="${to('/forgot-password')}">${words.askAgain}</a>
${backToLogin(to('/login'), texts, true)}`;
  return {
    title: words.title,
    awaitsLink: true,
    content: html`${panel({ id: 'reset', title: words.title, content: ask }, false)}
${messagePanel('changed', 'done', [words.doneTitle, words.done], toLogin('to-login', actions.login))}
${panel({ id: 'second-step', title: secondFactor.title, content: steps })}
${messagePanel('kept', 'done', [deletion.keptTitle, deletion.kept], toLogin('kept-continue', verify.goOn))}
${messagePanel('expired', 'warning', [words.expiredTitle, words.expired], askAgain)}
${messagePanel('used', 'warning', [words.usedTitle, words.used], askAgain)}
${messagePanel('gone', 'mail', [texts.links.goneTitle, texts.links.gone], askAgain)}
${messagePanel('broken', 'warning', [words.brokenTitle, words.broken], askAgain)}`,
  };
}
