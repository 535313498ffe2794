import { boolean, integer, list, named, object, type Schema, string } from '../api/json-schema.ts';
import { done } from '../http/envelope.ts';
import * as outbox from '../store/queues/outbox.ts';
import { type DayCount, readStatistics, SHOWN_COUNTERS } from '../store/tables/statistics.ts';
import { adminOperation } from './admin-operation.ts';
import { invalid, type Parameters } from './query-parameters.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;

const day = string({ format: 'date' });
const counted = Object.fromEntries(Object.keys(SHOWN_COUNTERS).map((name) => [name, integer()])) as Readonly<
  Record<keyof typeof SHOWN_COUNTERS, Schema<number>>
>;

export const adminGetStatistics = adminOperation(
  {
    id: 'adminGetStatistics',
    summary: 'Get statistics',
    description: 'Events per day, and current numbers of accounts and sessions.',
    tag: 'Administration: statistics',
    message: 'Statistics retrieved successfully',
    query: {
      from: string({
        format: 'date',
        description: `The first day (UTC); by default ${DEFAULT_DAYS} days before the last.`,
      }),
      to: string({ format: 'date', description: `The last day; today unless given. At most ${MAX_DAYS} days.` }),
    },
    answers: named(
      'Statistics',
      object({
        from: day,
        to: day,
        complete: {
          ...boolean(),
          description: 'False while events of earlier days are still being counted, after an upgrade.',
        },
        days: list(object({ day, ...counted })),
        totals: object({
          accounts: integer(),
          sessions: { ...integer(), description: 'Open sessions.' },
          inactive: { ...integer(), description: 'Accounts that are not verified.' },
          unverified: { ...integer(), description: 'Accounts that are not verified a day after their registration.' },
          identities: {
            ...list(object({ provider: string(), accounts: integer() })),
            description: 'Accounts with a login of each provider.',
          },
          emails_waiting: integer(),
          emails_given_up: integer(),
        }),
      }),
    ),
    compressible: true,
  },
  async ({ services: { db, totals, nowMs }, query }) => {
    const { first, last } = readRange(query, nowMs());
    const [{ counts, isComplete }, { accounts, sessions, inactive, unverified, ofProviders }, emails] =
      await Promise.all([readStatistics(db, first, last), totals(), outbox.depth(db)]);
    return done({
      from: dayName(first),
      to: dayName(last),
      complete: isComplete,
      days: daysOf(counts, first, last),
      totals: {
        accounts,
        sessions,
        inactive,
        unverified,
        identities: ofProviders,
        emails_waiting: emails.waiting,
        emails_given_up: emails.dead,
      },
    });
  },
);

const dayName = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

function readRange({ from, to }: Parameters, nowMs: number): { first: number; last: number } {
  const last = Math.floor((to === undefined ? nowMs : Date.parse(to)) / DAY_MS);
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : Math.floor(Date.parse(from) / DAY_MS);
  if (first > last) throw invalid('from', 'must not be after the last day');
  if (last - first >= MAX_DAYS) throw invalid('from', `must be at most ${MAX_DAYS} days before the last day`);
  return { first, last };
}

/** Every day of the range, with zeros for days without events. */
function daysOf(counts: readonly DayCount[], first: number, last: number): object[] {
  const found = new Map(counts.map(({ day: number, name, events }) => [`${number} ${name}`, events]));
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    day: dayName(first + at),
    ...Object.fromEntries(
      Object.entries(SHOWN_COUNTERS).map(([member, name]) => [member, found.get(`${first + at} ${name}`) ?? 0]),
    ),
  }));
}
