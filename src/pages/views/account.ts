import { fieldInputs } from '../../config/field-presence.ts';
import { ACCOUNT_TEXTS, type AccountPageData, type PageTexts } from '../account-page-data.ts';
import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { recentLoginDialog } from './panels.ts';

/** The outline of the page, and its dialog. browser/account.tsx renders everything else. */
export const account = (context: PageContext): View => ({
  title: context.texts.account.title,
  layout: 'settings',
  awaitsSession: true,
  scriptTexts: { settings: pageData(context) },
  content: html`<div id="loading" role="status">
<p class="unseen" id="loading-text">${context.texts.account.loading}</p>${SKELETON}</div>
<div id="account-page"></div>
${recentLoginDialog(context)}`,
});

function pageData(context: PageContext): AccountPageData {
  const { brand, texts, to, deletionGraceMs, features, fields, identityProviders, language } = context;
  const given = fields.filter(({ writtenBy }) => writtenBy === 'administrators');
  return {
    texts: {
      ...(Object.fromEntries(ACCOUNT_TEXTS.map((name) => [name, texts[name]])) as PageTexts),
      savePassword: texts.reset.save,
      sendLink: texts.forgot.send,
      goHome: texts.notFound.home,
      scopes: texts.connect.scopes,
      resource: texts.connect.resource,
      resourceScopes: texts.connect.resourceScopes,
      cancelled: texts.identities.cancelled,
      otherAccount: texts.identities.otherAccount,
    },
    productName: brand.productName,
    deletionGraceMs,
    features,
    given: fieldInputs(given, 'administrators', language, texts.fields),
    identityProviders,
    links: { home: to('/'), login: to('/login'), console: features.admin ? to('/admin') : undefined },
  };
}

const BAR = html`<span class="bar"></span>`;
const LINK = html`<span class="bar item"></span>`;
const FIELD = html`${BAR}<span class="bar field-bar"></span>`;

/** Shown while the account loads. Has the same boxes as the page, so that nothing moves. */
const SKELETON = html`<div class="settings skeleton" aria-hidden="true">
<div class="identity"><div class="avatar"></div>
<div class="grow"><p class="name">${BAR}</p><p>${BAR}</p><p class="small">${BAR}</p></div></div>
<div class="sections">${LINK}${LINK}${LINK}</div>
<div class="section"><h2>${BAR}</h2><div class="card stack">${FIELD}${FIELD}${FIELD}</div></div>
</div>`;
