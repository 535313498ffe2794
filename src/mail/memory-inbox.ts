import { type DeveloperInbox, describe, type InboxMessage, inboxFilter } from './developer-inbox.ts';

/** The oldest are removed. */
const KEPT_MESSAGES = 1000;

/** An inbox in memory, for the test server. */
export function createMemoryInbox(nowMs: () => number): DeveloperInbox {
  const messages: InboxMessage[] = [];
  const listeners = new Set<(message: InboxMessage) => void>();
  let sent = 0;
  return {
    async send(email) {
      sent += 1;
      const message = { ...describe(email), id: String(sent), received_at: new Date(nowMs()).toISOString() };
      messages.unshift(message);
      messages.splice(KEPT_MESSAGES);
      for (const tell of listeners) tell(message);
      return `kept as ${message.id}`;
    },
    async rehearse() {},
    list: (filter) => messages.filter(inboxFilter(filter)),
    find: (id) => messages.find((message) => message.id === id),
    clear: () => messages.splice(0).length,
    onArrival(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {},
  };
}
