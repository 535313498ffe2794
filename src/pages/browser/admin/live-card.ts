import { byId } from '../page.ts';
import { get, type ListAnswer } from './admin-api.ts';
import { type AuditEvent, account, eventName, keyOf } from './audit-events.ts';
import { element } from './element.ts';
import { followEvents } from './live-events.ts';
import { timeAgo } from './times.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('overview');
const SHOWN = 10;

/** The latest events, as they happen. */
export function startLiveCard(signal: AbortSignal): void {
  const list = byId('live-list', HTMLOListElement);
  const state = byId('live-state', HTMLElement);
  let events: readonly AuditEvent[] = [];

  const show = () => {
    list.removeAttribute('aria-busy');
    list.replaceChildren(
      ...(events.length === 0
        ? [element('li', { className: 'soft' }, words.noEvents)]
        : events.map((one) =>
            element('li', { data: { key: keyOf(one) } }, eventName(one), timeAgo(one.time), account(one)),
          )),
    );
  };
  const setState = (isOn: boolean) => {
    state.dataset.state = isOn ? 'on' : 'waiting';
    const text = isOn ? words.liveOn : words.liveOff;
    if (state.lastElementChild?.textContent !== text) state.lastElementChild?.replaceChildren(text);
  };
  const read = async () => {
    const reply = await get<ListAnswer<AuditEvent>>('/api/admin/audit', { limit: SHOWN }, signal);
    if (!reply.ok) return;
    events = reply.data.items;
    show();
  };
  setState(false);
  let isOn = false;
  void followEvents({
    parameters: () => ({}),
    signal,
    heard(newer) {
      const known = new Set(events.map(keyOf));
      events = [...newer.filter((one) => !known.has(keyOf(one))).reverse(), ...events].slice(0, SHOWN);
      show();
    },
    connected(isConnected) {
      if (isConnected && !isOn) void read();
      isOn = isConnected;
      setState(isConnected);
    },
  });
}
