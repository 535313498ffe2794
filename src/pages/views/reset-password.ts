import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { backToLogin, messagePanel, panel } from './panels.ts';

export function resetPassword({ texts, to, form }: PageContext): View {
  const { actions, reset: words } = texts;
  const ask = html`<p class="soft">${words.lead}</p>
${form('password', { id: 'reset-form', label: words.save })}`;
  const login = html`<a class="button" data-carry href="${to('/login')}">${actions.login}</a>`;
  const askAgain = html`<a class="button" data-carry href="${to('/forgot-password')}">${words.askAgain}</a>
${backToLogin(to('/login'), texts, true)}`;
  return {
    title: words.title,
    content: html`${panel({ id: 'reset', title: words.title, content: ask }, false)}
${messagePanel('changed', 'done', [words.doneTitle, words.done], login)}
${messagePanel('expired', 'warning', [words.expiredTitle, words.expired], askAgain)}
${messagePanel('used', 'warning', [words.usedTitle, words.used], askAgain)}
${messagePanel('broken', 'warning', [words.brokenTitle, words.broken], askAgain)}`,
  };
}
