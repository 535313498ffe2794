import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { hiddenProviderButtons } from './identity-providers.ts';
import { backToLogin, inboxButton, messagePanel, panel, sign } from './panels.ts';

/** Nothing happens before a button is pressed, because mail scanners open links too. */
export function verify(context: PageContext): View {
  const { texts, to, features, form } = context;
  const { actions, verify: words } = texts;
  const confirm = html`<p class="soft" data-fill="${words.leadWithEmail}">${words.lead}</p>
<p id="registration" data-text="${words.registration}"> </p>
${form('button', { id: 'verify-form', label: words.confirm })}
${form('button', { id: 'decline-form', label: words.decline, variant: 'plain', hint: words.declineHint })}`;
  const toLogin = html`<a class="button" data-carry href="${to('/login')}">${actions.login}</a>`;
  const afterwards = html`<div id="to-login">${toLogin}</div>${hiddenProviderButtons(context)}`;
  const forApp = html`<p data-fill="${words.doneForApp}"></p>
<a class="button" id="to-app" data-fill="${words.toApp}"></a>`;
  const askAgain = { id: 'resend-form', kind: 'verification', label: actions.sendLink, hasField: true } as const;
  const resend = html`${form('email', askAgain)}
<div id="resent" class="grid" hidden>${inboxButton(context)}</div>
${backToLogin(to('/login'), texts, true)}`;
  const continueLink = html`<a class="button" href="${to('/login')}" data-carry>${words.goOn}</a>`;
  const dead = html`<section class="card stack" id="dead-link" hidden>
${sign('warning')}
<div data-reason="expired" class="stack"><h1 tabindex="-1">${words.expiredTitle}</h1><p>${words.expired}</p></div>
<div data-reason="gone" class="stack"><h1 tabindex="-1">${texts.links.goneTitle}</h1><p>${texts.links.gone}</p></div>
<div data-reason="broken" class="stack"><h1 tabindex="-1">${words.brokenTitle}</h1><p>${words.broken}</p></div>
${resend}
</section>`;
  return {
    title: words.title,
    awaitsLink: true,
    content: html`${panel({ id: 'confirm', title: words.title, content: confirm }, false)}
${messagePanel('verified', 'done', [words.doneTitle, words.done], afterwards)}
${features.openId && panel({ id: 'for-app', title: words.doneTitle, content: forApp, icon: 'done' })}
${messagePanel('logged-in', 'done', [words.doneTitle, words.loggedIn], continueLink)}
${messagePanel('already', 'done', [words.alreadyTitle, words.already], toLogin)}
${messagePanel('declined', 'done', [words.declinedTitle, words.declined])}
${messagePanel('suspended', 'warning', [words.suspendedTitle, words.suspended])}
${dead}`,
  };
}
