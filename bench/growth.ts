import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import type { Call } from './call.ts';
import { drain, generate } from './load.ts';
import { memoryOf, onCoresOfTheirOwn } from './processors.ts';
import { createDatabase, temporaryFolder } from './stage.ts';
import { median } from './statistics.ts';
import { type Latchkey, latchkey, latchkeySettings, startLatchkey } from './subjects.ts';
import { number, table } from './table.ts';

const SIZES = [1000, 100_000, 1_000_000];
const ROUNDS = 3;
const SECONDS = 2;
const READERS = 64;
const HASHERS = 16;

export interface Screen {
  print(line: string): void;
  progress(what: string): void;
}

interface Grown {
  readonly database: string;
  readonly accounts: number;
  readonly subject: Latchkey;
  readonly coldStartSeconds: number;
  readonly idleMiB: number;
  readonly rates: Record<Operation, number[]>;
}

type Operation = 'me' | 'refresh' | 'signIn' | 'signUp';

/** One Latchkey for each number of accounts, measured in turn. Each has as many rows of old e-mails, events and throttles. */
export async function growth(t: Lifetime, { print, progress }: Screen): Promise<void> {
  const postgres = await startPostgres({ fsync: true });
  cleanUpAfter(t, () => postgres.stop());
  const grown: Grown[] = [];
  for (const accounts of SIZES) {
    progress(`filling SQLite with ${accounts} accounts`);
    grown.push(await grow(t, 'SQLite', accounts, undefined));
    progress(`filling PostgreSQL with ${accounts} accounts`);
    grown.push(await grow(t, 'PostgreSQL', accounts, await createDatabase(postgres.url, `accounts${accounts}`)));
  }
  grown.sort((one, other) => other.database.localeCompare(one.database));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { database, accounts, subject, rates } of grown) {
      progress(`round ${round} of ${ROUNDS}: ${accounts} accounts on ${database}`);
      for (const operation of ['me', 'refresh', 'signIn', 'signUp'] as const) {
        const perSecond = await measure(subject, operation);
        // The first round warms up.
        if (round > 0) rates[operation].push(perSecond);
      }
    }
  }
  progress('');
  print(
    table(
      ['', 'accounts', 'me/s', 'refresh/s', 'sign-in/s', 'sign-up/s', 'cold start s', 'idle MiB'],
      grown.map(({ database, accounts, rates, coldStartSeconds, idleMiB }) => [
        database,
        number(accounts),
        ...[rates.me, rates.refresh, rates.signIn, rates.signUp].map((rate) => number(median(rate))),
        number(coldStartSeconds),
        number(idleMiB),
      ]),
    ),
  );
}

async function grow(t: Lifetime, database: string, accounts: number, postgresUrl: string | undefined): Promise<Grown> {
  const place = { folder: temporaryFolder(t), postgresUrl };
  const settings = await latchkeySettings(t, place);
  const subject = await latchkey(t, place, { accounts, sessions: READERS, settings });
  // Started a second time: the first found a database that had just been filled.
  const again = await startLatchkey(t, place.folder, settings);
  const { nowMiB: idleMiB } = memoryOf(again.pid);
  await again.end();
  return {
    database,
    accounts,
    subject,
    coldStartSeconds: again.coldStartMs / 1000,
    idleMiB,
    rates: { me: [], refresh: [], signIn: [], signUp: [] },
  };
}

async function measure(subject: Latchkey, operation: Operation): Promise<number> {
  const { url, pid } = subject.server;
  if (operation === 'me' || operation === 'refresh') {
    const load = { url, connections: READERS, seconds: SECONDS, calls: { of: subject[operation] } };
    return (await onCoresOfTheirOwn(pid, () => generate(load))).perSecond;
  }
  const next: () => Call = subject[operation];
  const { perSecond } = await generate({ url, connections: HASHERS, seconds: SECONDS, calls: { next } });
  await drain(url, next());
  await subject.settled();
  return perSecond;
}
