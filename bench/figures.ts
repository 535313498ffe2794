import type { Measured } from './load.ts';
import { median, spread } from './statistics.ts';

/** All figures, in the order of the table. */
export const FIGURES = {
  argon2: "raw argon2, one for each core at a time, on Node's own threads",
  argon2Threads: 'raw argon2, a thread for each core',
  fastify: 'bare Fastify with a response schema',
  http: 'node:http + HMAC + one point read',
  fastifyPostgres: 'bare Fastify + one prepared point read from PostgreSQL',
  signUp: 'sign-up, Latchkey',
  signUpPostgres: 'sign-up, Latchkey on PostgreSQL',
  signUpPeer: 'sign-up, better-auth',
  signIn: 'sign-in, Latchkey',
  signInPostgres: 'sign-in, Latchkey on PostgreSQL',
  signInPeer: 'sign-in, better-auth',
  me: 'me, Latchkey',
  mePeer: 'me, better-auth',
  mePostgres: 'me, Latchkey on PostgreSQL',
  mePostgresPeer: 'me, better-auth on PostgreSQL',
  refresh: 'refresh, Latchkey',
  refreshPostgres: 'refresh, Latchkey on PostgreSQL',
  meWhileHashing: 'me while sign-in is saturated, Latchkey',
  meWhileHashingPeer: 'me while sign-in is saturated, better-auth',
} as const;
export type Figure = keyof typeof FIGURES;

export interface Summary {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The spread of the rates of all rounds. */
  readonly spread: number;
}

export type Rounds = Record<Figure, Pick<Measured, 'perSecond' | 'p50Ms' | 'p99Ms'>[]>;
export type Summaries = Record<Figure, Summary>;

export const summaryOf = (rounds: Rounds[Figure]): Summary => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  spread: spread(rounds.map(({ perSecond }) => perSecond)),
});

/** Start time and memory of a process. */
export interface Footprint {
  readonly coldStartSeconds: number;
  readonly idleMiB: number;
  readonly peakMiB: number;
}

export interface Results {
  readonly machine: string;
  readonly node: string;
  readonly takenAt: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly readSeconds: number;
  readonly pinned: boolean;
  readonly measured: Rounds;
  readonly summaries: Summaries;
  readonly latchkey: Footprint;
  readonly peer: Footprint;
}
