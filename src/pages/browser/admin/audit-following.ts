import { byId } from '../page.ts';
import type { AuditEvent } from './audit-events.ts';
import type { ListPage } from './list-page.ts';
import { followEvents } from './live-events.ts';
import { fillCount } from './times.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('audit');
/** Whoever has scrolled this far is reading: new events wait to be asked for. */
const READING_PIXELS = 240;

type Filters = Readonly<Record<string, string>>;

/** Puts new events at the top of the list, unless it is paused. Returns what is to be called with the filters of the list whenever it was read. */
export function followList(list: ListPage<AuditEvent>, signal: AbortSignal): (filters: Filters) => void {
  const toggle = byId('follow', HTMLButtonElement);
  let current: AbortController | undefined;
  let isPaused = false;
  let filters: Filters = {};
  let followed: string | undefined;

  const unseen = waitingEvents(list);
  const setState = (state: 'on' | 'waiting' | 'off') => {
    toggle.dataset.state = state;
    toggle.setAttribute('aria-pressed', String(!isPaused));
    toggle.title = state === 'waiting' && wasConnected ? words.lost : words.followHint;
  };
  let wasConnected = false;
  const stop = () => {
    current?.abort();
    current = undefined;
    wasConnected = false;
    setState('off');
  };
  const start = () => {
    stop();
    unseen.drop();
    // What has a last day does not grow.
    if (isPaused || filters.to !== '') return;
    setState('waiting');
    current = new AbortController();
    const { query = '', event = '', actor = '' } = filters;
    void followEvents({
      parameters: () => ({ query, event, actor }),
      signal: current.signal,
      heard: unseen.add,
      connected(isConnected) {
        // What happened between the reading of the list and now.
        if (isConnected && toggle.dataset.state === 'waiting') void list.reload();
        setState(isConnected ? 'on' : 'waiting');
        wasConnected ||= isConnected;
      },
    });
  };
  toggle.addEventListener('click', () => {
    isPaused = !isPaused;
    start();
  });
  signal.addEventListener('abort', () => current?.abort());
  return (given) => {
    const wanted = JSON.stringify(given);
    if (wanted === followed) return;
    followed = wanted;
    filters = given;
    start();
  };
}

/** Events that have come and are not shown yet. */
function waitingEvents(list: ListPage<AuditEvent>) {
  const button = byId('unseen-events', HTMLButtonElement);
  let waiting: AuditEvent[] = [];
  const tell = () => {
    button.hidden = waiting.length === 0;
    button.textContent = fillCount(words.unseen, waiting.length);
  };
  const take = () => {
    const known = new Set(list.items().map(({ id }) => id));
    const newer = waiting.filter(({ id }) => !known.has(id)).reverse();
    waiting = [];
    tell();
    if (newer.length > 0) list.prepend(newer);
  };
  button.addEventListener('click', () => {
    take();
    scrollTo({ top: 0 });
  });
  return {
    add(events: readonly AuditEvent[]) {
      waiting.push(...events);
      if (scrollY > READING_PIXELS) tell();
      else take();
    },
    drop() {
      waiting = [];
      tell();
    },
  };
}
