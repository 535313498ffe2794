import { CONSOLE_SCREENS, type ScreenName } from '../../console-paths.ts';
import { type Html, html } from '../../html.ts';
import { languageLink } from '../../language-link.ts';
import { logo } from '../../logo.ts';
import type { PageContext, View } from '../../page.ts';
import { recentLoginDialog } from '../account/recent-login.ts';
import { panel } from '../panels.ts';
import { icon, iconSymbols } from './icons.ts';
import type { Screen } from './screen.ts';

/** Screens whose scripts name the events of the audit trail. */
const SHOWS_EVENTS: ReadonlySet<ScreenName> = new Set(['overview', 'audit', 'user']);

/** A screen with everything round it. Until it is known who looks, only the frame is drawn, and strangers do not see even that. */
export const framed =
  (name: ScreenName, screen: Screen) =>
  (context: PageContext): View => {
    const { admin } = context.texts;
    return {
      title: admin[name].title,
      layout: 'console',
      awaitsSession: true,
      scriptTexts: {
        common: admin.common,
        [name]: admin[name],
        ...(SHOWS_EVENTS.has(name) && { audit: admin.audit, events: admin.events }),
        ...(name === 'user' && { emails: admin.emails }),
      },
      content: html`${iconSymbols}
<a class="skip-link" href="#main">${admin.common.skip}</a>
<div class="console" id="console">
${sidebar(name, context)}
<main class="screen" id="main" tabindex="-1">
${screenParts(name, screen, context)}
${gates(context)}
</main>
</div>
<div class="toasts" id="toasts" role="status"></div>
${recentLoginDialog(context)}`,
    };
  };

function screenParts(name: ScreenName, screen: Screen, context: PageContext): Html {
  const { admin } = context.texts;
  const { actions, search, content } = screen(context);
  return html`<div id="screen" data-screen="${name}">
<header class="screen-head">
<h1 id="screen-title" tabindex="-1">${admin[name].title}</h1>
<form class="search" id="search" role="search"${search === undefined && html` data-finds-users="${context.to(CONSOLE_SCREENS.users.path)}"`}>
<label class="unseen" for="search-field">${search ?? admin.common.findUsers}</label>
${icon('search')}<input type="search" id="search-field" name="query" placeholder="${search ?? admin.common.findUsers}" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search" maxlength="200"><kbd aria-hidden="true">/</kbd>
</form>
${actions && html`<div class="screen-actions">${actions}</div>`}
</header>
${content}
</div>`;
}

/** What stands in place of the screen for those who cannot use it. */
function gates({ texts, to }: PageContext): Html {
  const { common: words } = texts.admin;
  const refused = html`<p class="soft" data-fill="${words.notAdmin}"></p>
<div class="buttons"><a class="button" href="${to('/account')}">${words.toAccount}</a><button class="button plain" type="button" data-log-out>${texts.actions.logout}</button></div>`;
  // Its script adds the screen to return to.
  const factor = html`<p class="soft">${words.factorNeeded}</p><a class="button" id="add-factor" href="${to('/account')}#security">${words.toAccount}</a>`;
  const unavailable = html`<p class="soft" id="unavailable-reason"></p>
<button class="button" type="button" id="retry-session">${words.retry}</button>`;
  return html`${panel({ id: 'not-admin', title: words.notAdminTitle, content: refused, icon: 'lost' })}
${panel({ id: 'factor-needed', title: words.factorNeededTitle, content: factor, icon: 'warning' })}
${panel({ id: 'unavailable', title: words.unavailableTitle, content: unavailable, icon: 'warning' })}`;
}

const GROUPS: readonly { readonly label?: 'system'; readonly screens: readonly ScreenName[] }[] = [
  { screens: ['overview', 'users', 'sessions', 'audit', 'emails'] },
  { label: 'system', screens: ['keys', 'apiKeys', 'settings'] },
];

/** The page of one user is below the list of them, which the navigation marks. */
const marked = (name: ScreenName): ScreenName => (name === 'user' ? 'users' : name);

function sidebar(current: ScreenName, context: PageContext): Html {
  const { brand, texts, to } = context;
  const { common: words } = texts.admin;
  const link = (name: ScreenName): Html => {
    const state = name === current ? 'page' : name === marked(current) && 'true';
    return html`<li><a class="nav-item" href="${to(CONSOLE_SCREENS[name].path)}"${state && html` aria-current="${state}"`}>${icon(ICON_OF[name])}<span>${texts.admin[name].title}</span><span class="count" data-count="${name}" hidden></span></a></li>\n`;
  };
  return html`<header class="sidebar">
<div class="sidebar-head"><a class="brand" href="${to('/admin')}">${logo(brand)}<span>${brand.productName}</span><span class="console-tag">${words.console}</span></a>
<button class="icon-button nav-toggle" type="button" id="nav-toggle" aria-expanded="false" aria-controls="sidebar-body" aria-label="${words.menu}" disabled>${icon('menu')}${icon('close')}</button></div>
<div class="sidebar-body" id="sidebar-body">
<nav aria-label="${words.navigation}">
${GROUPS.map(
  ({
    label,
    screens,
  }) => html`${label !== undefined && html`<p class="nav-label" id="nav-${label}">${words.groups[label]}</p>`}
<ul${label !== undefined && html` aria-labelledby="nav-${label}"`}>${screens.map(link)}</ul>\n`,
)}</nav>
${accountMenu(context)}
</div>
</header>`;
}

const ICON_OF = {
  overview: 'overview',
  users: 'users',
  user: 'users',
  sessions: 'sessions',
  audit: 'audit',
  emails: 'emails',
  keys: 'keys',
  apiKeys: 'apiKeys',
  settings: 'settings',
} as const;

function accountMenu({ texts, to, languageLinks }: PageContext): Html {
  const { common: words } = texts.admin;
  return html`<details class="account-menu" id="account-menu">
<summary><span class="initials" id="admin-initials" aria-hidden="true"></span><span class="who"><span id="admin-name"></span><span class="soft" id="admin-email"></span></span>${icon('updown')}</summary>
<div class="menu">
<a class="nav-item" href="${to('/account')}">${icon('account')}${words.yourAccount}</a>
<button class="nav-item" type="button" id="show-keys">${icon('keyboard')}${words.shortcuts}<kbd aria-hidden="true">?</kbd></button>
${languageLinks.length > 0 && html`<div class="menu-languages" role="group" aria-label="${texts.layout.language}">${languageLinks.map(languageLink)}</div>`}
<button class="nav-item" type="button" data-log-out>${icon('logout')}${texts.actions.logout}</button>
</div>
</details>`;
}
