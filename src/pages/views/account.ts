import { passwordField, profileField, submitButton } from '../fields.ts';
import { html } from '../html.ts';
import type { PageContext, View } from '../page.ts';
import { panel } from './panels.ts';

export function account({ texts }: PageContext): View {
  const { actions, account: words } = texts;
  const unavailable = html`<p id="unavailable-reason"></p>
<button class="button" type="button" id="retry">${words.retry}</button>`;
  return {
    title: words.title,
    isWide: true,
    content: html`<p id="loading" class="soft loading" role="status">${words.loading}</p>
${panel({ id: 'unavailable', title: words.unavailableTitle, content: unavailable, icon: 'warning' })}
<div id="account" class="wide stack" hidden>
<h1 class="unseen">${words.title}</h1>
<section class="card identity">
<div class="avatar"><img id="picture" alt="" referrerpolicy="no-referrer" hidden><span id="initials" aria-hidden="true"></span></div>
<div><p class="name" id="name"></p><p class="soft" id="address"></p><p class="soft small" id="since" data-text="${words.since}"></p></div>
<button class="button plain" type="button" id="log-out">${actions.logout}</button>
</section>
<section class="card stack">
<h2>${words.profile}</h2>
<form class="stack" id="profile-form" method="post" novalidate>
<div class="pair">
${profileField('full_name', texts)}
${profileField('phone_number', texts)}
</div>
${profileField('industry', texts)}
${profileField('profile_image_url', texts, words.imageHint)}
${submitButton({ label: words.save })}
</form>
</section>
<section class="card stack">
<h2>${words.password}</h2>
<p class="soft">${words.passwordLead}</p>
<form class="stack" id="password-form" method="post" novalidate>
<input class="unseen" type="email" id="username" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${passwordField({ name: 'current_password', texts, isNew: false })}
${passwordField({ name: 'new_password', texts, isNew: true })}
${submitButton({ label: words.changePassword })}
</form>
</section>
</div>`,
  };
}
