import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { byId } from '../page.ts';
import { explain } from '../refusals.ts';
import { initialsMark, nameOf, statusMark } from './accounts.ts';
import { type AdminReply, get, remove } from './admin-api.ts';
import { isSureToEnd } from './confirm.ts';
import { element, replaceContent } from './element.ts';
import { stateButton, stateCard } from './list-parts.ts';
import { type Screen, startScreen } from './shell.ts';
import { toast, toastRefusal } from './toast.ts';
import { type Does, userActions } from './user-actions.ts';
import { emailsCard, eventsCard, notes, profileCard, securityCard, sessionsCard } from './user-cards.ts';
import type { UserDetails } from './user-data.ts';
import { common, wordsOf } from './words.ts';

const words = wordsOf('user');
const id = location.pathname.split('/').at(-1) ?? '';
const path = `/api/admin/users/${encodeURIComponent(id)}`;
const root = byId('user', HTMLElement);
const heading = byId('screen-title', HTMLElement);
/** What the title of every page ends with: the name of the product. */
const titleEnd = document.title.slice(words.title.length);

await startScreen((screen) => read(screen));

async function read(screen: Screen): Promise<void> {
  const reply = await get<UserDetails>(path, {}, screen.signal);
  if (reply.ok) return show(screen, reply.data);
  if (reply.code === 'cancelled') return;
  if (reply.code === 'user_not_found') return showMissing(words.missingTitle, words.missing);
  const again = stateButton(common.retry, () => void read(screen));
  replaceContent(root, stateCard(common.failedTitle, explain(reply as unknown as Reply), again));
}

function showMissing(title: string, text: string): void {
  setHeading(words.title);
  replaceContent(root, stateCard(title, text));
}

/** The heading and the title name the account, or say what kind of screen it is while there is none. */
function setHeading(text: string): void {
  heading.textContent = text;
  document.title = text + titleEnd;
}

function show(screen: Screen, user: UserDetails): void {
  setHeading(nameOf(user));
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.id : '';
  const does: Does = {
    /** Says what came of it, and shows the account as it is now. */
    async done(reply: AdminReply<unknown>, text, undo) {
      if (reply.ok) toast(text, undo ? { undo } : {});
      else tellRefusal(reply);
      await read(screen);
    },
    refresh: () => read(screen),
    gone: (text) => showMissing(text, ''),
  };
  const endSession = async (session: string) => {
    if (!(await isSureToEnd(session))) return;
    const reply = await remove(`${path}/sessions/${encodeURIComponent(session)}`);
    await does.done(reply, words.sessionEnded);
  };
  replaceContent(
    root,
    element('div', { className: 'user-head' }, identity(user), userActions(user, path, does)),
    notes(user),
    element(
      'div',
      { className: 'user-cards' },
      element(
        'div',
        {},
        profileCard(user),
        securityCard(user),
        sessionsCard(user, (one) => void endSession(one)),
      ),
      element('div', {}, eventsCard(user), emailsCard(user)),
    ),
  );
  document.getElementById(focused)?.focus();
}

/** Below the heading, which is the name. */
function identity(user: UserDetails): HTMLElement {
  return element(
    'div',
    { className: 'user-name' },
    initialsMark(nameOf(user)),
    element('span', { className: 'address' }, user.email),
    statusMark(user.account_status),
  );
}

/** Somebody else may have been quicker: the account is shown as it is now, and that says it. */
function tellRefusal(reply: Extract<AdminReply<unknown>, { ok: false }>): void {
  if (reply.code === 'too_many_emails') toast(words.tooManyEmails, { mood: 'danger' });
  else if (reply.status === 409 && reply.code !== 'last_administrator')
    toast(fill(words.changed, {}), { mood: 'neutral' });
  else toastRefusal(reply);
}
