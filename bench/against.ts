import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { createPostgres } from '../test/support/postgres-server.ts';
import { threadTimeMs } from './cpu-time.ts';
import { firstPageMs } from './first-page.ts';
import type { Screen } from './growth.ts';
import {
  measureOperation,
  OPERATIONS,
  type Operation,
  type OperationRate,
  READERS,
  type RoundSize,
} from './measure-operation.ts';
import { canPin, memoryOf } from './processors.ts';
import { checkOut, PRESENT, type Program } from './program.ts';
import { type Pair, type Row, ratioTable } from './ratios.ts';
import type { ServerProcess } from './server-process.ts';
import { createDatabase } from './stage.ts';
import { type Latchkey, latchkey, latchkeySettings, startLatchkey } from './subjects.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface AgainstOptions {
  /** Of the earlier one. */
  readonly commit: string;
  readonly isQuick: boolean;
  /** The earlier commit runs on the Node that it pins itself; both run on the present one otherwise. */
  readonly hasOwnNode: boolean;
}

interface Effort extends RoundSize {
  readonly rounds: number;
  readonly coldStarts: number;
  /** What a service is asked hundreds of times a second is compiled after some of these. */
  readonly warmUp: RoundSize;
}

/** Many short rounds: how fast the machine is changes within seconds, and a ratio is one of two that follow each other. */
const THOROUGH: Effort = {
  warmUp: { reads: 60_000, hashes: 320 },
  rounds: 45,
  reads: 6_000,
  hashes: 48,
  coldStarts: 11,
};
const QUICK: Effort = {
  warmUp: { reads: 20_000, hashes: 64 },
  rounds: 5,
  reads: 10_000,
  hashes: 64,
  coldStarts: 5,
};

const ACCOUNTS = 1000;
const NAMES: Record<Operation, string> = { signIn: 'sign-in', signUp: 'sign-up', me: 'me', refresh: 'refresh' };
type Side = keyof Pair<unknown>;

/** Both programs on one kind of database. */
interface Contest extends Pair<Latchkey> {
  readonly database: string;
  readonly operations: Readonly<Record<Operation, Pair<OperationRate>[]>>;
  start(side: Side): Promise<ServerProcess>;
}

/** An earlier commit and the work tree, measured in turn, round by round. */
export async function against(t: Lifetime, options: AgainstOptions, { print, progress }: Screen): Promise<void> {
  const { commit } = options;
  const effort = options.isQuick ? QUICK : THOROUGH;
  progress(`preparing ${commit.slice(0, 12)}`);
  const earlier = await checkOut(t, commit, options.hasOwnNode);
  const contests = await setUp(t, { earlier, present: PRESENT }, progress);
  await inTurn(contests, { rounds: 1, ...effort.warmUp }, (what) => progress(`warming up: ${what}`));
  for (const { operations } of contests) for (const operation of OPERATIONS) operations[operation].length = 0;
  await inTurn(contests, effort, progress);
  const footprint = await footprints(contests, effort.coldStarts, progress);
  progress('');
  const where = canPin ? 'server and generator on a core each' : 'server and generator on the same cores';
  print(
    [
      `The work tree against ${commit.slice(0, 12)}, ${options.hasOwnNode ? 'each on the Node that it pins' : `both on Node ${process.versions.node}`}.`,
      `Medians of ${effort.rounds} rounds of ${effort.reads} reads and ${effort.hashes} hashes, taken in turn, with the quartiles of the ratios; ${where} while reads are measured.`,
      '',
      ratioTable('answers a second (more is better)', rowsOf(contests, 'perSecond', '/s')),
      '',
      ratioTable(
        'time of the service on the processors, for one answer (less is better)',
        rowsOf(contests, 'cpuMs', 'ms'),
      ),
      '',
      ratioTable('start and memory (less is better)', footprint),
    ].join('\n'),
  );
}

async function setUp(t: Lifetime, programs: Pair<Program>, progress: Screen['progress']): Promise<Contest[]> {
  progress('starting both on SQLite');
  const onSqlite = await contest(t, 'SQLite', programs, async () => undefined);
  progress('starting both on PostgreSQL');
  const postgres = await createPostgres({ fsync: true });
  cleanUpAfter(t, () => postgres.stop());
  await postgres.start();
  return [onSqlite, await contest(t, 'PostgreSQL', programs, (side) => createDatabase(postgres.url, side))];
}

async function contest(
  t: Lifetime,
  database: string,
  programs: Pair<Program>,
  postgresUrlOf: (side: Side) => Promise<string | undefined>,
): Promise<Contest> {
  const sideOf = async (side: Side) => {
    const program = programs[side];
    const place = { folder: temporaryFolder(t), postgresUrl: await postgresUrlOf(side) };
    const settings = await latchkeySettings(t, place);
    const subject = await latchkey(t, place, { accounts: ACCOUNTS, sessions: READERS, settings, program });
    return { subject, start: () => startLatchkey(t, place.folder, settings, { program }) };
  };
  const sides = { earlier: await sideOf('earlier'), present: await sideOf('present') };
  return {
    database,
    earlier: sides.earlier.subject,
    present: sides.present.subject,
    operations: { signIn: [], signUp: [], me: [], refresh: [] },
    start: (side) => sides[side].start(),
  };
}

/** Every other time the present one comes first: whoever does, finds the machine as the figure before left it. */
async function both<T>(turn: number, measure: (side: Side) => Promise<T>): Promise<Pair<T>> {
  if (turn % 2 === 0) return { earlier: await measure('earlier'), present: await measure('present') };
  const present = await measure('present');
  return { earlier: await measure('earlier'), present };
}

async function inTurn(
  contests: readonly Contest[],
  size: RoundSize & { readonly rounds: number },
  progress: Screen['progress'],
): Promise<void> {
  const { rounds } = size;
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of contests) {
      for (const operation of OPERATIONS) {
        progress(`round ${round} of ${rounds}: ${NAMES[operation]} on ${one.database}`);
        one.operations[operation].push(await both(round, (side) => measureOperation(one[side], operation, size)));
      }
    }
  }
}

const rowsOf = (contests: readonly Contest[], member: keyof OperationRate, unit: string): Row[] =>
  OPERATIONS.flatMap((operation) =>
    contests.map(({ database, operations }) => ({
      what: `${NAMES[operation]} on ${database}`,
      unit,
      rounds: operations[operation].map(({ earlier, present }) => ({
        earlier: earlier[member],
        present: present[member],
      })),
    })),
  );

/** Starts on SQLite and first pages, with what was compiled before; the peak is that of the services that were measured. */
async function footprints(contests: readonly Contest[], starts: number, progress: Screen['progress']): Promise<Row[]> {
  const peaks = contests.map(({ database, earlier, present }) => ({
    what: `memory, peak on ${database}`,
    unit: 'MiB',
    rounds: [{ earlier: memoryOf(earlier.server.pid).peakMiB, present: memoryOf(present.server.pid).peakMiB }],
  }));
  const [onSqlite] = contests;
  const started: Pair<ColdStart>[] = [];
  progress('keeping what is compiled for a first page');
  if (onSqlite) await both(0, (side) => keepCompiled(() => onSqlite.start(side)));
  for (let time = 1; onSqlite && time <= starts; time += 1) {
    progress(`cold start ${time} of ${starts}`);
    started.push(await both(time, (side) => coldStart(() => onSqlite.start(side))));
  }
  const row = (what: string, member: keyof ColdStart, unit: string): Row => ({
    what,
    unit,
    rounds: started.map(({ earlier, present }) => ({ earlier: earlier[member], present: present[member] })),
  });
  return [
    row('cold start', 'seconds', 's'),
    row('cold start, time on the processors', 'cpuSeconds', 's'),
    row('first page after it, time on the processors', 'firstPageSeconds', 's'),
    row('memory, idle', 'idleMiB', 'MiB'),
    ...peaks,
  ];
}

interface ColdStart {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly firstPageSeconds: number;
  readonly idleMiB: number;
}

async function coldStart(start: () => Promise<ServerProcess>): Promise<ColdStart> {
  const server = await start();
  const cpuSeconds = threadTimeMs(server.pid) / 1000;
  const { nowMiB: idleMiB } = memoryOf(server.pid);
  const firstPageSeconds = (await firstPageMs(server)) / 1000;
  await server.end();
  return { seconds: server.coldStartMs / 1000, cpuSeconds, firstPageSeconds, idleMiB };
}

/** Node writes what it compiled after the start when the process ends by itself. */
async function keepCompiled(start: () => Promise<ServerProcess>): Promise<void> {
  const server = await start();
  await firstPageMs(server);
  process.kill(server.pid, 'SIGTERM');
  await server.ended;
}
