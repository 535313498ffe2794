import type { Figure, Results, Rounds } from './figures.ts';
import { median } from './statistics.ts';

export interface Goal {
  readonly what: string;
  readonly value: number;
  readonly bound: number;
  readonly kind: 'at least' | 'at most';
  readonly unit: string;
}

export const isMet = ({ value, bound, kind }: Goal): boolean => (kind === 'at least' ? value >= bound : value <= bound);

const ceiling = (what: string, value: number, bound: number, unit: string): Goal => ({
  what,
  value,
  bound,
  kind: 'at most',
  unit,
});

/** The goals: close to the limit of its parts, and well ahead of its peer. */
export function goalsOf({ measured, latchkey }: Pick<Results, 'measured' | 'latchkey'>): Goal[] {
  const ratio = (what: string, above: Figure, below: Figure, bound: number): Goal => ({
    what,
    value: ratioOf(measured, above, below, 'perSecond'),
    bound,
    kind: 'at least',
    unit: '',
  });
  const p99Ratio = ratioOf(measured, 'meWhileHashing', 'meWhileHashingPeer', 'p99Ms');
  return [
    ratio('sign-in / raw argon2', 'signIn', 'argon2', 0.9),
    ratio('sign-up / raw argon2', 'signUp', 'argon2', 0.9),
    ratio('sign-in on PostgreSQL / raw argon2', 'signInPostgres', 'argon2', 0.9),
    ratio('sign-up on PostgreSQL / raw argon2', 'signUpPostgres', 'argon2', 0.9),
    ratio('me / bare Fastify', 'me', 'fastify', 0.5),
    ratio('refresh / bare Fastify', 'refresh', 'fastify', 0.5),
    ratio('me / node:http + HMAC + point read', 'me', 'http', 1),
    ratio('me on PostgreSQL / bare Fastify + point read', 'mePostgres', 'fastifyPostgres', 0.8),
    ratio('sign-in / better-auth', 'signIn', 'signInPeer', 1.7),
    ratio('sign-up / better-auth', 'signUp', 'signUpPeer', 2.2),
    ratio('me / better-auth', 'me', 'mePeer', 20),
    ratio('me on PostgreSQL / better-auth', 'mePostgres', 'mePostgresPeer', 20),
    ceiling('p99 of me under sign-ins / better-auth', p99Ratio, 1 / 16, ''),
    ceiling('cold start', latchkey.coldStartSeconds, 0.5, 's'),
    ceiling('memory, idle', latchkey.idleMiB, 100, 'MiB'),
    ceiling('memory, peak under load', latchkey.peakMiB, 160, 'MiB'),
  ];
}

/** The median of the rounds' ratios: a noisy neighbour affects both sides of a ratio. */
const ratioOf = (measured: Rounds, above: Figure, below: Figure, member: 'perSecond' | 'p99Ms'): number =>
  median(measured[above].map((round, at) => round[member] / (measured[below][at]?.[member] ?? Number.NaN)));
