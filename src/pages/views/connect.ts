import { type Html, html } from '../html.ts';
import type { OpenIdError, PageContext, View } from '../page.ts';
import type { Texts } from '../texts/en.ts';
import { messagePanel, panel, recentLoginDialog } from './panels.ts';

/** The app that the user is logging in to, filled in by browser/waiting-app.ts. */
export const appLine = ({ features, texts: { connect: words } }: PageContext): Html | false | undefined =>
  features.openId &&
  html`<div class="row" id="waiting-app" hidden><img id="waiting-app-logo" alt="" width="32" height="32" hidden>
<p class="soft grow" data-fill="${words.app}"></p></div>
`;

/** The last step of a login to an app. Continues automatically unless consent or another login is needed. */
export function connect(context: PageContext): View {
  const { texts, form } = context;
  const { connect: words } = texts;
  const { scopes, resource, resourceScopes } = words;
  const consent = html`<div class="stranger grid" id="stranger" hidden><p data-fill="${words.stranger}"></p>
<p id="on-device" hidden>${words.onDevice}</p><p id="leads-to" data-fill="${words.leadsTo}" hidden></p></div>
<p data-fill="${words.consentLead}"></p>
<ul class="bullets" id="scopes" data-words="${JSON.stringify({ ...scopes, resource, resourceScopes })}"></ul>
${form('button', { id: 'consent-form', label: words.allow })}
<button class="button plain" type="button" id="deny">${words.deny}</button>`;
  const wait = html`<p class="soft">${words.wait}</p><div class="form-notice" id="problem"></div>`;
  return {
    title: words.title,
    content: html`${panel({ id: 'wait', title: words.title, content: wait }, false)}
${panel({ id: 'consent', title: words.consentTitle, content: consent, above: appLine(context) || html`` })}
${messagePanel('expired', 'warning', [words.expiredTitle, words.expired], toStart(context))}
${recentLoginDialog(context)}`,
  };
}

/** The app sent an invalid request. The reason is for its developers. */
export const openIdError = (context: PageContext): View => {
  const { texts, openId, to } = context;
  const { connect: words } = texts;
  const { code, isLogout, details } = openId?.error ?? {};
  const content = html`<p>${words.error}</p><p><code>${code}</code></p>
${details && errorDetails(details, words)}
${
  isLogout
    ? html`<p>${words.maybeLoggedIn}</p><a class="button" href="${to('/oidc/logout')}">${words.logout}</a>`
    : toStart(context)
}`;
  return {
    title: words.errorTitle,
    content: panel({ id: 'openid-error', title: words.errorTitle, content, icon: 'warning' }, false),
  };
};

/** Omits the journey, which would lead back to the login that cannot continue. */
const toStart = ({ texts: { connect: words }, base }: PageContext): Html =>
  html`<a class="button plain" href="${base}/">${words.toStart}</a>`;

function errorDetails({ description, wrong }: NonNullable<OpenIdError['details']>, words: Texts['connect']): Html {
  const { parameter, received, registered = [], more } = wrong ?? {};
  const list = registered.length === 0 ? words.nothing : registered.map((one) => html`<code>${one}</code>`);
  return html`<div class="developer-details"><p class="soft">${words.inDevelopment} ${description}</p>
${
  wrong &&
  html`<dl><dt class="soft">${words.received}: <code>${parameter}</code></dt><dd><code>${received}</code></dd>
<dt class="soft">${words.registered}:</dt><dd>${list}${more !== 0 && html` +${more}`}</dd></dl>`
}</div>`;
}

/** Works without a script: the browser sends the form and follows the redirect to the app. */
export const appLogout = ({ texts: { connect: words }, openId, to }: PageContext): View => ({
  title: words.logoutTitle,
  content: panel(
    {
      id: 'app-logout',
      title: words.logoutTitle,
      content: html`<p>${words.logoutLead}</p>
<form class="stack" method="post" action="${openId?.form?.action}">
<input type="hidden" name="xsrf" value="${openId?.form?.xsrf}"><input type="hidden" name="logout" value="yes">
<button class="button" type="submit">${words.logout}</button>
</form>
<a class="button plain" href="${to('/account')}">${words.stay}</a>`,
    },
    false,
  ),
});

/** Only the browser knows whether the user is still logged in to the hosted pages: `/` shows that, and can log out. */
export const loggedOut = ({ texts: { connect: words }, openId, to }: PageContext): View => {
  const [title, content] = openId?.hasEnded
    ? [words.loggedOutTitle, html`<p>${words.loggedOut}</p>`]
    : [words.noAppTitle, html`<p>${words.noApp}</p><a class="button" href="${to('/')}">${words.toStart}</a>`];
  return { title, content: panel({ id: 'logged-out', title, content, icon: 'done' }, false) };
};
