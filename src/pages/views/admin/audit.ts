import { type Html, html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { fill } from '../../texts/fill.ts';
import { icon } from './icons.ts';
import { filterChips, listView } from './list.ts';
import type { Screen } from './screen.ts';

/** Events that are looked for together: at most ten, which is what the interface takes. */
const GROUPS = {
  failures:
    'login_failed,throttled,second_factor_failed,codes_refused,passkey_failed,reauthentication_failed,refresh_reused',
  signups: 'registered,verified,declined,unverified_removed',
  passwords: 'password_changed,password_change_failed,reset_asked,reset_done',
  factors:
    'totp_added,totp_removed,recovery_codes_made,recovery_code_used,second_factor_reset,passkey_added,passkey_removed',
} as const;

export const audit: Screen = (context) => {
  const { audit: words } = context.texts.admin;
  return {
    search: words.search,
    actions: actions(context),
    content: listView(
      {
        id: 'audit',
        caption: words.caption,
        columns: [
          { name: 'event', label: words.event, kind: 'main' },
          { name: 'account', label: words.account },
          { name: 'client', label: words.client },
          { name: 'by', label: words.by, kind: 'wide' },
          { name: 'time', label: words.time },
        ],
        filters: html`${eventSelect(context)}
${filterChips('actor', words.who, [
  { value: '', label: words.anyone },
  { value: 'any', label: words.administrators },
])}
<div class="filter-days">${dayField('from', words.from)}${dayField('to', words.to)}</div>
<button class="chip unseen-events" type="button" id="unseen-events" hidden></button>`,
      },
      context,
    ),
  };
};

function actions({ texts }: PageContext): Html {
  const { audit: words } = texts.admin;
  const download = (format: 'csv' | 'jsonl', label: string) =>
    html`<button class="button plain compact" type="button" data-export="${format}" aria-label="${fill(words.exportLabel, { format: label })}">${icon('download')}${label}</button>`;
  return html`<button class="button plain compact live-toggle" type="button" id="follow" aria-pressed="true" title="${words.followHint}"><span class="live-dot" aria-hidden="true"></span>${words.follow}</button>
${download('csv', words.exportCsv)}${download('jsonl', words.exportJson)}`;
}

function eventSelect({ texts, language }: PageContext): Html {
  const { audit: words, events } = texts.admin;
  const groups = Object.entries(GROUPS) as [keyof typeof GROUPS, string][];
  const sorted = Object.entries(events).sort(([, one], [, other]) => one.localeCompare(other, language));
  const option = (value: string, label: string) => html`<option value="${value}">${label}</option>\n`;
  return html`<label class="filter-select"><span class="unseen">${words.event}</span><select data-filter="event" title="${words.event}">
${option('', words.anyEvent)}<optgroup label="${words.groups}">${groups.map(([name, value]) => option(value, words[name]))}</optgroup>
<optgroup label="${words.each}">${sorted.map(([name, label]) => option(name, label))}</optgroup></select>${icon('down')}</label>`;
}

const dayField = (name: string, label: string): Html =>
  html`<label class="filter-day"><span>${label}</span><input type="date" data-filter="${name}"></label>`;
