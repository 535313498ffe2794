import { fill } from '../../texts/fill.ts';
import { byId } from '../page.ts';
import { deviceWords, person, userPage } from './accounts.ts';
import { remove } from './admin-api.ts';
import { isSureToEnd } from './confirm.ts';
import { element } from './element.ts';
import { listPage } from './list-page.ts';
import { startScreen } from './shell.ts';
import { timeAgo } from './times.ts';
import { toast, toastRefusal } from './toast.ts';
import { common, wordsOf } from './words.ts';

const words = wordsOf('sessions');

interface AnySession {
  /** Null: it cannot be ended alone. */
  readonly id: string | null;
  readonly user_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly address: string | null;
  readonly created_at: string | null;
  readonly last_used_at: string | null;
}

await startScreen((screen) => {
  const list = listPage<AnySession>(screen, {
    id: 'sessions',
    path: '/api/admin/sessions',
    filters: ['user'],
    keyOf: ({ id, user_id }) => id ?? String(user_id),
    open: ({ user_id }) => userPage(user_id),
    cells: {
      user: ({ full_name, email }) => person(full_name, email),
      device: (session) =>
        deviceWords(session) || element('span', { className: 'soft' }, common.accounts.unknownDevice),
      address: ({ address }) => element('span', { className: 'mono' }, address ?? ''),
      began: ({ created_at }) => created_at !== null && timeAgo(created_at),
      lastUsed: ({ last_used_at }) => last_used_at !== null && timeAgo(last_used_at),
      end: (session) => session.id !== null && endButton(session, session.id),
    },
    empty: { title: words.emptyTitle, text: words.empty },
    shown: () => {
      byId('of-one', HTMLElement).hidden = !new URLSearchParams(location.search).has('user');
    },
  });

  const endButton = ({ user_id, full_name }: AnySession, id: string) =>
    element(
      'button',
      {
        className: 'button plain compact',
        type: 'button',
        aria: { label: fill(words.endOf, { name: full_name }) },
        on: { click: () => void endIt(user_id, id, full_name) },
      },
      words.end,
    );
  async function endIt(user: number, session: string, name: string): Promise<void> {
    if (!(await isSureToEnd(session))) return;
    const reply = await remove(`/api/admin/users/${user}/sessions/${session}`);
    // It has ended already: what was wanted.
    if (reply.ok || reply.code === 'session_not_found') toast(fill(words.ended, { name }));
    else toastRefusal(reply);
    await list.reload();
  }
});
