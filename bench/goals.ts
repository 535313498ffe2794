import type { Results, Summaries } from './figures.ts';

export interface Goal {
  readonly what: string;
  readonly value: number;
  readonly bound: number;
  readonly kind: 'at least' | 'at most';
  readonly unit: string;
}

export const isMet = ({ value, bound, kind }: Goal): boolean => (kind === 'at least' ? value >= bound : value <= bound);

const ratio = (what: string, above: { perSecond: number }, below: { perSecond: number }, bound: number): Goal => ({
  what,
  value: above.perSecond / below.perSecond,
  bound,
  kind: 'at least',
  unit: '',
});

const ceiling = (what: string, value: number, bound: number, unit: string): Goal => ({
  what,
  value,
  bound,
  kind: 'at most',
  unit,
});

/** What Latchkey is held to: near the limit of what its parts can do, and well ahead of its peer. */
export function goalsOf({ summaries: s, latchkey }: Pick<Results, 'summaries' | 'latchkey'>): Goal[] {
  return [
    ratio('sign-in / raw argon2', s.signIn, s.argon2, 0.9),
    ratio('sign-up / raw argon2', s.signUp, s.argon2, 0.9),
    ratio('sign-in on PostgreSQL / raw argon2', s.signInPostgres, s.argon2, 0.9),
    ratio('sign-up on PostgreSQL / raw argon2', s.signUpPostgres, s.argon2, 0.9),
    ratio('me / bare Fastify', s.me, s.fastify, 0.5),
    ratio('refresh / bare Fastify', s.refresh, s.fastify, 0.5),
    ratio('me / node:http + HMAC + point read', s.me, s.http, 1),
    ratio('me on PostgreSQL / bare Fastify + point read', s.mePostgres, s.fastifyPostgres, 0.8),
    ratio('sign-in / better-auth', s.signIn, s.signInPeer, 1.7),
    ratio('sign-up / better-auth', s.signUp, s.signUpPeer, 2.2),
    ratio('me / better-auth', s.me, s.mePeer, 20),
    ratio('me on PostgreSQL / better-auth', s.mePostgres, s.mePostgresPeer, 20),
    ceiling('p99 of me under sign-ins / better-auth', p99Ratio(s), 1 / 16, ''),
    ceiling('cold start', latchkey.coldStartSeconds, 0.5, 's'),
    ceiling('memory, idle', latchkey.idleMiB, 100, 'MiB'),
    ceiling('memory, peak under load', latchkey.peakMiB, 160, 'MiB'),
  ];
}

const p99Ratio = ({ meWhileHashing, meWhileHashingPeer }: Summaries): number =>
  meWhileHashing.p99Ms / meWhileHashingPeer.p99Ms;
