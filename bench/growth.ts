import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { measureOperation, type Operation, READERS } from './measure-operation.ts';
import { memoryOf } from './processors.ts';
import { createDatabase } from './stage.ts';
import { median } from './statistics.ts';
import { compiledBefore, type Latchkey, latchkey, latchkeySettings, startLatchkey } from './subjects.ts';
import { number, table } from './table.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SIZES = [1000, 100_000, 1_000_000];
const ROUNDS = 9;
const SIZE = { reads: 15_000, hashes: 160 };
const GOAL = 0.9;

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

/** In the order of the table. */
const OPERATIONS: readonly Operation[] = ['me', 'refresh', 'signIn', 'signUp'];

/**
 * One Latchkey per number of accounts, measured in turn. Each also has as many rows of old e-mails, events and
 * throttles.
 */
export async function growth(t: Lifetime, { print, progress }: Screen): Promise<void> {
  await compiledBefore();
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
  // Goes operation by operation, so that compared figures are measured within seconds of each other.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const operation of OPERATIONS) {
      progress(`round ${round} of ${ROUNDS}: ${operation}`);
      for (const { subject, rates } of grown) {
        const { perSecond } = await measureOperation(subject, operation, SIZE);
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
        ...OPERATIONS.map((operation) => number(median(rates[operation]))),
        number(coldStartSeconds),
        number(idleMiB),
      ]),
    ),
  );
  print(`\n${table([`largest / smallest, goal ≥ ${GOAL}`, 'me', 'refresh', 'sign-in', 'sign-up'], ratios(grown))}`);
}

/** Compares round by round, so that a slow minute of the machine affects both. */
function ratios(grown: readonly Grown[]): string[][] {
  return [...new Set(grown.map(({ database }) => database))].map((name) => {
    const [smallest, , largest] = grown.filter(({ database }) => database === name);
    return [
      name,
      ...OPERATIONS.map((operation) =>
        number(
          median(
            (largest?.rates[operation] ?? []).map((rate, round) => rate / (smallest?.rates[operation][round] ?? 0)),
          ),
        ),
      ),
    ];
  });
}

async function grow(t: Lifetime, database: string, accounts: number, postgresUrl: string | undefined): Promise<Grown> {
  const place = { folder: temporaryFolder(t), postgresUrl };
  const settings = await latchkeySettings(t, place);
  const subject = await latchkey(t, place, { accounts, sessions: READERS, settings });
  // Restarts it: the first process started on a database that had just been filled.
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
