import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { toMime } from './render/mime.ts';
import type { MailTransport, OutgoingEmail } from './transport.ts';

/** Enough for any session at a desk; the oldest go. */
const KEPT_MESSAGES = 1000;
const SHOWN_MESSAGES = 100;
/** Whatever else somebody asks for is not the name of a file of ours. */
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

export interface DeveloperInbox extends MailTransport {
  /** Newest first. */
  list(filter: { to?: string | undefined }): InboxMessage[];
  find(id: string): InboxMessage | undefined;
  /** For each e-mail that this process keeps from now on. */
  onArrival(listener: (message: InboxMessage) => void): void;
}

/** For development without a mail server: each e-mail becomes a file to open, and its link a line in the log. */
export function openDeveloperInbox(folder: string, log: Logger): DeveloperInbox {
  const writer = randomBytes(3).toString('hex');
  let lastStamp = '';
  const listeners: ((message: InboxMessage) => void)[] = [];

  return {
    async send(email, beforeLastByte) {
      const message = toMime(email);
      await beforeLastByte();
      // Each time: whoever clears the folder out while the service runs only wants an empty inbox.
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const received: InboxMessage = { ...describe(email), id: keep(message), received_at: new Date().toISOString() };
      write(received);
      prune();
      log.info({ to: email.to, subject: email.subject, link: received.links[0] }, 'e-mail in the developer inbox');
      for (const tell of listeners) tell(received);
      return `kept as ${received.id}.eml`;
    },
    async rehearse(email) {
      const message = toMime(email);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const id = keep(message);
      writeFileSync(join(folder, `${id}.json.new`), JSON.stringify(describe(email)), { mode: 0o600 });
      rmSync(join(folder, `${id}.json.new`), { force: true });
      rmSync(join(folder, `${id}.eml`), { force: true });
      prune();
    },
    list({ to }) {
      const wanted = to?.trim().toLowerCase();
      const found: InboxMessage[] = [];
      for (const id of ids().reverse()) {
        const message = read(id);
        if (message && (wanted === undefined || message.to === wanted)) found.push(message);
        if (found.length === SHOWN_MESSAGES) break;
      }
      return found;
    },
    find: (id) => (ID.test(id) ? read(id) : undefined),
    onArrival: (listener) => void listeners.push(listener),
    async close() {},
  };

  /** Names sort by time, also within one millisecond, and are this process's own. */
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
  /** Under another name first: whoever lists the inbox sees a message whole or not at all. */
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
      .sort();
  }
  function prune(): void {
    for (const id of ids().slice(0, -KEPT_MESSAGES)) {
      rmSync(join(folder, `${id}.json`), { force: true });
      rmSync(join(folder, `${id}.eml`), { force: true });
    }
  }
}

const describe = ({ to, subject, text, html }: OutgoingEmail) => ({
  to,
  subject,
  text,
  html,
  links: text.match(/https?:\/\/\S+/g) ?? [],
});
