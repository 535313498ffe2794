import { CONSOLE_SCREENS } from '../../console-paths.ts';
import { type Html, html } from '../../html.ts';
import { fill } from '../../texts/fill.ts';
import { filterChips } from './list.ts';
import type { Screen } from './screen.ts';

const RANGES = [7, 30, 90];
const USUAL_RANGE = 30;

/** Numbers, charts and the latest events: the places of all of them, so that nothing moves when they come. */
export const overview: Screen = ({ texts, to }) => {
  const { overview: words } = texts.admin;
  const card = (id: string, label: string, address?: string): Html => {
    const content = html`<span class="figure-label">${label}</span><strong class="figure-number" id="total-${id}"><span class="bar"></span></strong><span class="figure-note soft" id="note-${id}"></span>`;
    return address === undefined
      ? html`<li class="console-card figure-card">${content}</li>`
      : html`<li><a class="console-card figure-card" href="${address}">${content}</a></li>`;
  };
  const chart = (id: string, title: string): Html =>
    html`<figure class="console-card chart" id="chart-${id}" aria-busy="true"><figcaption><h2>${title}</h2><span class="chart-when soft" aria-hidden="true"></span></figcaption><div class="chart-area"></div></figure>`;
  return {
    actions: html`<div id="ranges">${filterChips(
      'days',
      words.range,
      RANGES.map((days) => ({
        value: days === USUAL_RANGE ? '' : String(days),
        label: fill(words.days, { days: String(days) }),
      })),
    )}</div>`,
    content: html`<div class="notice danger overview-problem" id="overview-problem" role="alert" hidden><span></span><button class="button plain compact" type="button">${texts.admin.common.retry}</button></div>
<ul class="figures">
${card('accounts', words.accounts, to(CONSOLE_SCREENS.users.path))}
${card('sessions', words.sessions, to(CONSOLE_SCREENS.sessions.path))}
${card('unverified', words.unverified, `${to(CONSOLE_SCREENS.users.path)}?status=INACTIVE`)}
${card('emails', words.emails, to(CONSOLE_SCREENS.emails.path))}
</ul>
<div class="overview-columns">
<div class="charts">${chart('logins', words.logins)}${chart('growth', words.growth)}</div>
<section class="console-card live-card" aria-labelledby="live-title">
<header><h2 id="live-title">${words.live}</h2><span class="live-state soft small" id="live-state" role="status"><span class="live-dot" aria-hidden="true"></span><span></span></span></header>
<ol class="live-list" id="live-list" aria-busy="true">${Array.from({ length: 6 }, () => html`<li class="skeleton" aria-hidden="true"><span class="bar"></span></li>`)}</ol>
<a class="live-more" href="${to(CONSOLE_SCREENS.audit.path)}">${words.allEvents}</a>
</section>
</div>`,
  };
};
