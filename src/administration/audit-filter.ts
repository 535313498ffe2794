import { isIP } from 'node:net';
import { string, text } from '../api/json-schema.ts';
import { canonicalEmail } from '../core/email-address.ts';
import { clientNetwork } from '../http/client-address.ts';
import { AUDIT_EVENTS } from '../store/audit/event-types.ts';
import type { AuditFilter } from '../store/audit/find.ts';
import type { Reads } from '../store/engine/database.ts';
import * as users from '../store/tables/users.ts';
import { invalid, type Parameters } from './query-parameters.ts';

/** The maximum number of events, because each is looked up separately. */
const MAX_EVENTS = 10;
/** No account has this id. */
const NOBODY = -1;

/** The parameters that identify accounts, clients and events. */
export const WHO_AND_WHAT = {
  query: text('An id or e-mail address of an account, or the IP address of a client. Anything else matches nothing.'),
  event: text(`One event or several, such as \`login_failed,throttled\`; at most ${MAX_EVENTS}.`),
  user: text('The affected account: its id or current e-mail address.'),
  actor: text('`any`, `operator` (the command line), `user:<id>`, `key:<id>`: who acted on another account.'),
  address: text('The IP address of the client.'),
};

export const AUDIT_PARAMETERS = {
  ...WHO_AND_WHAT,
  from: string({ format: 'date-time', description: 'A time, or a day (UTC).' }),
  to: string({ format: 'date-time', description: 'Before this time, or before the end of this day (UTC).' }),
};

const DAY_MS = 86_400_000;
const isDay = (value: string) => value.length === 10;

export async function readFilter(db: Reads, query: Parameters): Promise<AuditFilter> {
  const { actor, from, to } = query;
  const isAddress = query.query !== undefined && isIP(query.query) !== 0;
  const address = query.address ?? (isAddress ? query.query : undefined);
  const user = query.user ?? (isAddress ? undefined : query.query);
  const isName = query.user === undefined && user !== undefined && !isAccount(user);
  return {
    events: readEvents(query.event),
    userId: user === undefined ? null : isName ? NOBODY : await readUser(db, user),
    actor: actor ?? null,
    address: address ?? null,
    network: address === undefined ? null : clientNetwork(address),
    fromMs: from === undefined ? null : Date.parse(from),
    toMs: to === undefined ? null : Date.parse(to) + (isDay(to) ? DAY_MS : 0),
  };
}

function readEvents(text: string | undefined): string[] {
  const events = [...new Set(text?.split(',').filter((event) => event !== ''))];
  if (!events.every((event) => Object.hasOwn(AUDIT_EVENTS, event))) {
    throw invalid('event', 'must be names of audit events, see docs/audit.md');
  }
  if (events.length > MAX_EVENTS) throw invalid('event', `must be at most ${MAX_EVENTS} events`);
  return events;
}

const ID = /^[1-9]\d{0,14}$/;
const isAccount = (text: string): boolean => ID.test(text) || text.includes('@');

async function readUser(db: Reads, text: string): Promise<number> {
  if (ID.test(text)) return Number(text);
  if (!isAccount(text)) throw invalid('user', 'must be the id or the e-mail address of an account');
  return (await users.byEmail(db, canonicalEmail(text) ?? text))?.id ?? NOBODY;
}
