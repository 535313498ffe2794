import { isIP } from 'node:net';
import { integer, type Schema, text } from '../api/json-schema.ts';
import { type Device, deviceParts, readDevice } from '../core/sign-in/device-name.ts';
import { isWithin } from '../lib/is-within.ts';
import type { AnySession } from '../store/tables/sessions-of-all-users.ts';
import { invalid, type Parameters } from './query-parameters.ts';

const DAY_MS = 86_400_000;
const days = { ...integer(), minimum: 1, maximum: 3650 };

export const SESSION_OWNER: Readonly<Record<string, Schema>> = {
  user: { ...integer(), minimum: 1, description: 'Only sessions of this account.' },
};

/** The filters of a list of sessions, besides the account. */
export const SESSION_FILTERS: Readonly<Record<string, Schema>> = {
  device: text("A word of the device's name, such as `Firefox`, `Windows` or `iPhone`."),
  address: text('An IP address, or a network such as `203.0.113.0/24`.'),
  newer_than: { ...days, description: 'Only sessions that began within this many days.' },
  older_than: {
    ...days,
    description: 'Only sessions that began at least this many days ago, or in a version that did not record it.',
  },
};

type Matches = (session: AnySession) => Promise<boolean>;

/** Undefined: every session matches. No index serves these filters, so a page limits the rows that it examines. */
export function readSessionFilter(query: Parameters, nowMs: number): Matches | undefined {
  const { device, address, newer_than: newerThan, older_than: olderThan } = query;
  const checks: Matches[] = [];
  const ageOf = ({ createdAtMs }: AnySession) => (createdAtMs === null ? Infinity : nowMs - createdAtMs);
  if (newerThan !== undefined) checks.push(async (session) => ageOf(session) < Number(newerThan) * DAY_MS);
  if (olderThan !== undefined) checks.push(async (session) => ageOf(session) >= Number(olderThan) * DAY_MS);
  if (address !== undefined) {
    if (!isNetwork(address)) throw invalid('address', 'must be an IP address or a network like 203.0.113.0/24');
    const isMeant = isWithin([address]);
    checks.push(async (session) => session.address !== null && isMeant(session.address));
  }
  if (device !== undefined) checks.push(onDevice(device));
  if (checks.length === 0) return undefined;
  return async (session) => {
    for (const check of checks) if (!(await check(session))) return false;
    return true;
  };
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
  return family !== 0 && isPrefix && rest.length === 0;
}

const MAX_KNOWN = 1000;

/** Caches parsed user agents: many sessions share one, and parsing takes longer than reading a row. */
function onDevice(device: string): Matches {
  const known = new Map<string | null, Device>();
  const words = device.toLowerCase();
  return async ({ userAgent }) => {
    const device = known.get(userAgent) ?? (await readDevice(userAgent));
    // Strangers write user agents, and an export may cover a million sessions.
    if (known.size === MAX_KNOWN) known.clear();
    known.set(userAgent, device);
    return deviceParts(device).some((part) => part.toLowerCase().includes(words));
  };
}
