import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeFolder } from '../lib/file-ownership.ts';
import type { Timers } from '../lib/timers.ts';
import { withImages } from './render/logo.ts';
import type { MailTransport, OutgoingEmail } from './transport.ts';

/** The oldest are removed. */
const KEPT_MESSAGES = 1000;
export const LISTED_MESSAGES = 100;
/** Ids become file names, so nothing else may pass as an id. */
const ID = /^\d{13}-\d{3,}-[0-9a-f]{6}$/;

export interface InboxMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly received_at: string;
}

export interface InboxFilter {
  /** The recipient, case-insensitive. */
  readonly to?: string | undefined;
  /** Searches the recipient, the subject and the text part, case-insensitive. */
  readonly search?: string | undefined;
}

export interface DeveloperInbox extends MailTransport {
  /** Newest first. */
  list(filter: InboxFilter): InboxMessage[];
  find(id: string): InboxMessage | undefined;
  /** Removes every message; returns their number. */
  clear(): number;
  /**
   * Calls the listener for each new e-mail: immediately for those of this process, within a second for those of other
   * processes, which are found by polling the folder. Returns a function that unsubscribes.
   */
  onArrival(listener: (message: InboxMessage) => void): () => void;
}

const POLL_EVERY_MS = 1000;

/** Loaded after the start (app/load-after-start.ts), or with the first e-mail. */
const loadMime = () => import('./render/mime.ts');

/** The mail transport for development without a mail server: stores each e-mail as a file and logs its link. */
export function openDeveloperInbox(folder: string, log: Logger, timers: Timers): DeveloperInbox {
  const writer = randomBytes(3).toString('hex');
  let lastStamp = '';
  const listeners = new Set<(message: InboxMessage) => void>();

  return {
    async send(email) {
      const { toMime } = await loadMime();
      const message = await toMime(email);
      // Each time, because developers may remove the folder while the service runs.
      makeFolder(folder);
      const received: InboxMessage = { ...describe(email), id: keep(message), received_at: new Date().toISOString() };
      write(received);
      prune();
      log.info({ to: email.to, subject: email.subject, link: received.links[0] }, 'e-mail in the developer inbox');
      for (const tell of listeners) tell(received);
      return `kept as ${received.id}.eml`;
    },
    async rehearse(email) {
      const { toMime } = await loadMime();
      const message = await toMime(email);
      makeFolder(folder);
      const id = keep(message);
      writeFileSync(join(folder, `${id}.json.new`), JSON.stringify(describe(email)), { mode: 0o600 });
      rmSync(join(folder, `${id}.json.new`), { force: true });
      rmSync(join(folder, `${id}.eml`), { force: true });
      prune();
    },
    list(filter) {
      const isWanted = inboxFilter(filter);
      const found: InboxMessage[] = [];
      for (const id of ids().reverse()) {
        const message = read(id);
        if (message && isWanted(message)) found.push(message);
        if (found.length === LISTED_MESSAGES) break;
      }
      return found;
    },
    find: (id) => (ID.test(id) ? read(id) : undefined),
    clear() {
      const all = ids();
      for (const id of all) remove(id);
      return all.length;
    },
    onArrival(listener) {
      listeners.add(listener);
      const stopLooking = watchFolder(listener);
      return () => {
        listeners.delete(listener);
        stopLooking();
      };
    },
    async close() {},
  };

  /** Ids sort by time, even within a millisecond, and are unique across processes. */
  function nextId(): string {
    let stamp = `${Date.now()}-000`;
    if (stamp <= lastStamp)
      stamp = `${lastStamp.slice(0, -3)}${String(Number(lastStamp.slice(-3)) + 1).padStart(3, '0')}`;
    lastStamp = stamp;
    return `${stamp}-${writer}`;
  }
  /** Another process may have taken the same name in the same millisecond. */
  function keep(message: Buffer): string {
    for (;;) {
      const id = nextId();
      try {
        writeFileSync(join(folder, `${id}.eml`), message, { mode: 0o600, flag: 'wx' });
        return id;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
    }
  }
  /** Written under another name first, so that a concurrent listing never reads half a message. */
  function write(message: InboxMessage): void {
    const file = join(folder, `${message.id}.json`);
    writeFileSync(`${file}.new`, JSON.stringify(message), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  function read(id: string): InboxMessage | undefined {
    try {
      return JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'));
    } catch {
      return undefined;
    }
  }
  function ids(): string[] {
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .filter((id) => ID.test(id))
      .sort();
  }
  function watchFolder(tell: (message: InboxMessage) => void): () => void {
    let known = new Set(ids());
    return timers.every(POLL_EVERY_MS, () => {
      const present = ids();
      for (const id of present) {
        const message = known.has(id) || id.endsWith(writer) ? undefined : read(id);
        if (message) tell(message);
      }
      known = new Set(present);
    });
  }
  function remove(id: string): void {
    for (const ending of ['json', 'eml']) rmSync(join(folder, `${id}.${ending}`), { force: true });
  }
  function prune(): void {
    for (const id of ids().slice(0, -KEPT_MESSAGES)) remove(id);
  }
}

export function inboxFilter({ to, search }: InboxFilter): (message: InboxMessage) => boolean {
  const recipient = to?.trim().toLowerCase();
  const words = search?.trim().toLowerCase() ?? '';
  return (message) =>
    (recipient === undefined || message.to === recipient) &&
    (words === '' || `${message.to}\n${message.subject}\n${message.text}`.toLowerCase().includes(words));
}

export const describe = ({ to, subject, text, html, images = [] }: OutgoingEmail) => ({
  to,
  subject,
  text,
  html: withImages(html, images),
  links: text.match(/https?:\/\/\S+/g) ?? [],
});
