import { html } from '../../html.ts';
import { icon } from './icons.ts';
import { filterChips, filterSelect, listView } from './list.ts';
import type { Screen } from './screen.ts';

export const users: Screen = (context) => {
  const { users: words, common } = context.texts.admin;
  const { accounts } = common;
  const filters = html`${filterChips('status', words.status, [
    { value: '', label: words.all },
    { value: 'ACTIVE', label: accounts.active },
    { value: 'INACTIVE', label: accounts.inactive },
    { value: 'SUSPENDED', label: accounts.suspended },
  ])}
${filterSelect('role', words.role, [
  { value: '', label: words.allRoles },
  { value: 'ADMIN', label: words.admins },
  { value: 'USER', label: words.onlyUsers },
])}
${filterSelect('factor', words.factors, [
  { value: '', label: words.anyFactor },
  { value: 'totp', label: accounts.totp },
  { value: 'passkey', label: accounts.passkey },
  { value: 'none', label: words.noFactor },
])}`;
  const list = {
    id: 'users',
    caption: words.caption,
    defaultSort: '-created',
    filters,
    columns: [
      { name: 'select', label: words.select, kind: 'select' },
      { name: 'name', label: words.name, kind: 'main', sort: 'name' },
      { name: 'status', label: words.status },
      { name: 'role', label: words.role, kind: 'wide' },
      { name: 'factors', label: words.factors, kind: 'wide' },
      { name: 'lastSeen', label: words.lastSeen, kind: 'wide' },
      { name: 'created', label: words.created, sort: 'created' },
    ],
  } as const;
  return {
    search: words.search,
    actions: html`<button class="button compact" type="button" id="invite" data-languages="${context.languageLinks.map(({ language }) => language).join(' ')}">${icon('add')}${words.invite}</button>`,
    content: html`${listView(list, context)}
<div class="bulk" id="bulk" role="region" aria-label="${words.select}" hidden></div>`,
  };
};
