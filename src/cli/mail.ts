import { changeDeadEmails, changeEmail } from '../administration/unsent-emails.ts';
import { escapeControlCharacters } from '../lib/escape-control-characters.ts';
import { isoTime } from '../lib/iso-time.ts';
import type { Store } from '../store/commit.ts';
import * as outbox from '../store/queues/outbox-admin.ts';
import { CommandError, onlyArgument, UsageError } from './framework/command-error.ts';
import { OPERATOR } from './framework/operator.ts';
import { counted, type Print, printRecord, rowsInPages } from './framework/print.ts';
import { createTable, type Table } from './framework/table.ts';

const COLUMNS = ['id', 'state', 'to', 'kind', 'tries', 'created', 'next try', 'last answer'];

/** Lists e-mails; without a state, the waiting and dead ones. */
export async function listEmails(db: Store, args: readonly string[], print: Print): Promise<void> {
  const table = createTable(print, COLUMNS);
  const state = outbox.SHOWN_STATES.find((shown) => shown === args[0]);
  if (args.length > 1 || (args.length > 0 && !state)) {
    throw new UsageError(`mail list: ${args.join(' ')} is not a state; use one of ${outbox.SHOWN_STATES.join(', ')}`);
  }
  for (const shown of state ? [state] : (['waiting', 'dead'] as const)) await listState(db, shown, print, table);
  table.end();
}

async function listState(db: Store, state: outbox.ShownState, print: Print, table: Table): Promise<void> {
  for await (const email of rowsInPages(print, (after, limit) => outbox.page(db, state, after, limit))) {
    const { id, recipient, kind, attempts, created_at, last_error } = email;
    const tried = [attempts, isoTime(created_at), nextTry(email) ?? '-', oneLine(last_error)];
    table.row([id, stateOf(email), recipient, kind, ...tried], summary(email));
  }
}

/** Shows no tokens: they are signed when an e-mail is sent and stored nowhere. */
export async function showEmail(db: Store, args: readonly string[], print: Print): Promise<void> {
  printRecord(print, await described(db, await emailNamed(db, 'show', subjectIn('show', args))));
}

const changing =
  (action: 'retry' | 'drop') =>
  async (db: Store, args: readonly string[], print: Print): Promise<void> => {
    const subject = subjectIn(action, args);
    if (subject === 'dead') return allDead(db, action, print);
    const email = await emailNamed(db, action, subject);
    const { id } = email;
    if (!(await changeEmail(db, action, email, OPERATOR)))
      throw new CommandError(`mail ${action}: e-mail ${id} is ${stateOf(email)}`);
    print(action === 'retry' ? `e-mail ${id} is tried again within seconds` : `e-mail ${id} is gone`, { id });
  };
export const retryEmails = changing('retry');
export const dropEmails = changing('drop');

const subjectIn = (action: string, args: readonly string[]): string =>
  onlyArgument(args, `mail ${action}: which e-mail? Example: latchkey mail ${action} 42 (see latchkey mail list)`);

async function emailNamed(db: Store, action: string, subject: string): Promise<outbox.OutboxEmail> {
  const email = /^[1-9]\d{0,14}$/.test(subject) ? await outbox.byId(db, Number(subject)) : undefined;
  if (!email) throw new CommandError(`mail ${action}: there is no e-mail ${subject}, see latchkey mail list`);
  return email;
}

async function allDead(db: Store, action: 'retry' | 'drop', print: Print): Promise<void> {
  const count = await changeDeadEmails(db, action, OPERATOR);
  print(`${counted(count, 'dead e-mail')} ${action === 'retry' ? 'will be tried again' : 'removed'}`, { count });
}

const summary = (email: outbox.OutboxEmail) => ({
  id: email.id,
  to: email.recipient,
  kind: email.kind,
  language: email.language,
  state: stateOf(email),
  message_id: email.message_id,
  created_at: isoTime(email.created_at),
  updated_at: isoTime(email.updated_at),
  next_try_at: nextTry(email),
  tries: email.attempts,
});

async function described(db: Store, email: outbox.OutboxEmail) {
  const attempts = await outbox.attemptsOf(db, email.id);
  return {
    ...summary(email),
    latest_tries: attempts.map(({ attempt, outcome, answer, ended_at }) => ({
      try: attempt,
      ended_at: isoTime(ended_at),
      outcome,
      answer: oneLine(answer),
    })),
  };
}

const stateOf = ({ state, is_being_sent }: outbox.OutboxEmail): string =>
  state === 'waiting' && is_being_sent ? 'being sent' : state;

const nextTry = ({ state, due_at }: outbox.OutboxEmail): string | null =>
  state === 'waiting' ? isoTime(due_at) : null;

/** The reply of a mail server, escaped again because older versions stored it unescaped. */
const oneLine = (text: string | null): string => escapeControlCharacters(text ?? '-').replace(/\s+/g, ' ');
