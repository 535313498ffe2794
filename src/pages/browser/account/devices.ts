import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { clearNotice, showNotice } from '../notice.ts';
import { byId } from '../page.ts';
import { freshly } from '../recent-login.ts';
import { explain } from '../refusals.ts';
import { needsFactorSetup } from '../session.ts';
import type { Block } from './block.ts';
import { requestAsOwner } from './owner.ts';
import { isInSight } from './sections.ts';

interface Session {
  readonly id: string;
  readonly current: boolean;
  readonly browser: string | null;
  readonly system: string | null;
  readonly address: string | null;
  readonly created_at: string | null;
  readonly last_used_at: string | null;
}

type Word = 'current' | 'unknown' | 'used' | 'end' | 'endNamed' | 'ended' | 'othersEnded';

const list = () => byId('device-list', HTMLElement);
const notice = () => byId('devices-notice', HTMLElement);
const endOthersButton = () => byId('end-others', HTMLButtonElement);
const word = (name: Word): string => list().dataset[name] ?? '';

export const devices: Block = {
  id: 'devices',
  start() {
    addEventListener('hashchange', () => void loadIfShown());
    endOthersButton().addEventListener('click', ({ currentTarget }) =>
      endBy(currentTarget as HTMLButtonElement, 'POST', '/api/me/sessions/end-others', word('othersEnded')),
    );
  },
  // The owner is set after all blocks have been shown.
  show: () => queueMicrotask(() => void loadIfShown()),
};

/** Only for whoever looks at the section: the list costs a request. */
async function loadIfShown(): Promise<void> {
  // The list is refused until the account has a second factor.
  if (!isInSight('security') || needsFactorSetup()) return;
  clearNotice(notice());
  await load();
}

async function load(): Promise<void> {
  const reply = await requestAsOwner('GET', '/api/me/sessions');
  if (!reply.ok) {
    showFoot(true);
    return showNotice(notice(), explain(reply), 'danger');
  }
  const sessions = reply.data as readonly Session[];
  list().replaceChildren(...sessions.map(entryOf));
  const isOnlyOne = sessions.every(({ current }) => current);
  endOthersButton().hidden = isOnlyOne;
  showFoot(!isOnlyOne);
}

function entryOf(session: Session): HTMLElement {
  const name = [session.browser, session.system].filter((part) => part !== null).join(' · ') || word('unknown');
  const about = element('div', '', element('p', name, 'value'), element('p', detailsOf(session), 'soft small'));
  return element(
    'li',
    '',
    about,
    session.current ? element('span', word('current'), 'badge') : endButton(session, name),
  );
}

const detailsOf = ({ address, last_used_at, created_at }: Session): string =>
  [fill(word('used'), { time: timeInWords(last_used_at ?? created_at) }), address]
    .filter((part) => part !== null)
    .join(' · ');

const timeInWords = (time: string | null): string =>
  time === null
    ? '–'
    : new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });

function endButton({ id }: Session, name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button plain compact';
  button.textContent = word('end');
  button.setAttribute('aria-label', fill(word('endNamed'), { device: name }));
  const path = `/api/me/sessions/${encodeURIComponent(id)}`;
  button.addEventListener('click', () => endBy(button, 'DELETE', path, word('ended')));
  return button;
}

async function endBy(button: HTMLButtonElement, method: 'DELETE' | 'POST', path: string, done: string): Promise<void> {
  button.disabled = true;
  const reply = await freshly(() => requestAsOwner(method, path));
  button.disabled = false;
  if (reply.code === 'cancelled') return;
  // One that is gone already is what was wanted.
  const isGone = reply.ok || reply.code === 'session_not_found';
  if (isGone) await load();
  tell(reply, isGone ? done : undefined);
}

/** The foot of the card has the button and what came of it, and is not there without both. */
function showFoot(isShown: boolean): void {
  byId('devices-foot', HTMLElement).hidden = !isShown;
}

function tell(reply: Reply, done: string | undefined): void {
  showFoot(true);
  showNotice(notice(), done ?? explain(reply), done === undefined ? 'danger' : 'success');
  // The button that was pressed may be gone.
  notice().focus();
}

function element(tag: string, text: string, ...rest: readonly (string | HTMLElement)[]): HTMLElement {
  const made = document.createElement(tag);
  if (text !== '') made.textContent = text;
  for (const one of rest) {
    if (typeof one === 'string') made.className = one;
    else made.append(one);
  }
  return made;
}
