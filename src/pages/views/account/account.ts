import { html } from '../../html.ts';
import type { PageContext, View } from '../../page.ts';
import { panel } from '../panels.ts';
import { deletionDialog, farewellPanels } from './deletion.ts';
import { passkeyDialogs } from './passkeys.ts';
import { avatar } from './profile.ts';
import { recentLoginDialog } from './recent-login.ts';
import { renderSections, sectionLinks } from './sections.ts';

export function account(context: PageContext): View {
  const { actions, account: words } = context.texts;
  const unavailable = html`<p id="unavailable-reason"></p>
<button class="button" type="button" id="retry">${words.retry}</button>`;
  return {
    title: words.title,
    layout: 'settings',
    awaitsSession: true,
    content: html`<div id="loading" role="status"><p class="unseen" id="loading-text">${words.loading}</p>${skeleton}</div>
${panel({ id: 'unavailable', title: words.unavailableTitle, content: unavailable, icon: 'warning' })}
${farewellPanels(context)}
<div id="account" class="settings" hidden>
<h1 class="unseen">${words.title}</h1>
<div class="identity">
${avatar('avatar')}
<div><p class="name" id="name"></p><p class="soft" id="address"></p><p class="soft small" id="since" data-text="${words.since}"></p></div>
<button class="button plain compact" type="button" id="log-out">${actions.logout}</button>
</div>
${sectionLinks(context)}
${renderSections(context)}
</div>
${deletionDialog(context)}
${passkeyDialogs(context)}${recentLoginDialog(context)}`,
  };
}

/** The outline of the page while it is being filled: the same boxes, so that nothing moves when it is. */
const skeleton = html`<div class="settings skeleton" aria-hidden="true">
<div class="identity"><div class="avatar"></div><div><p class="name"><span class="bar"></span></p><p><span class="bar"></span></p><p class="small"><span class="bar"></span></p></div></div>
<div class="sections"><span class="bar"></span><span class="bar"></span><span class="bar"></span></div>
<div class="section"><h2><span class="bar"></span></h2><div class="card stack"><span class="bar"></span><span class="bar field-bar"></span><span class="bar"></span><span class="bar field-bar"></span><span class="bar"></span><span class="bar field-bar"></span></div></div>
</div>`;
