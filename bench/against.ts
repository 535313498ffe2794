import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { createPostgres } from '../test/support/postgres-server.ts';
import { threadTimeMs } from './cpu-time.ts';
import { firstPageMs } from './first-page.ts';
import type { Screen } from './growth.ts';
import { createLifetime } from './lifetime.ts';
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
  /** The earlier commit. */
  readonly commit: string;
  readonly isQuick: boolean;
  /** Whether the earlier commit runs on the Node that it pins; otherwise both run on the current one. */
  readonly hasOwnNode: boolean;
}

interface Effort extends RoundSize {
  /**
   * How often both programs are restarted: V8's compilation of the same code differs by up to a tenth between
   * processes.
   */
  readonly starts: number;
  /** Rounds after each start. */
  readonly rounds: number;
  /** Warm-up, after which V8 has compiled the hot code. */
  readonly warmUp: RoundSize;
  readonly coldStarts: number;
}

/**
 * Many short rounds, because the speed of the machine changes within seconds and a ratio compares two consecutive
 * rounds.
 */
const THOROUGH: Effort = {
  starts: 8,
  warmUp: { reads: 25_000, hashes: 64 },
  rounds: 6,
  reads: 5_000,
  hashes: 48,
  coldStarts: 11,
};
const QUICK: Effort = {
  starts: 2,
  warmUp: { reads: 20_000, hashes: 32 },
  rounds: 3,
  reads: 5_000,
  hashes: 32,
  coldStarts: 5,
};

const ACCOUNTS = 1000;
const NAMES: Record<Operation, string> = { signIn: 'sign-in', signUp: 'sign-up', me: 'me', refresh: 'refresh' };
type Side = keyof Pair<unknown>;

/** Both programs, started once on one kind of database. */
interface Contest extends Pair<Latchkey> {
  readonly database: string;
  start(side: Side): Promise<ServerProcess>;
}

/** All rounds, by database and operation. */
type Rounds = Map<string, Pair<OperationRate>[]>;

/** An earlier commit and the work tree, measured in turn, round by round. */
export async function against(t: Lifetime, options: AgainstOptions, { print, progress }: Screen): Promise<void> {
  const { commit } = options;
  const effort = options.isQuick ? QUICK : THOROUGH;
  progress(`preparing ${commit.slice(0, 12)}`);
  const programs = { earlier: await checkOut(t, commit, options.hasOwnNode), present: PRESENT };
  const postgres = await createPostgres({ fsync: true });
  cleanUpAfter(t, () => postgres.stop());
  await postgres.start();

  const measured: Rounds = new Map();
  const peaks = new Map<string, Pair<number>[]>();
  let coldStarts: Row[] = [];
  for (let start = 1; start <= effort.starts; start += 1) {
    const tell = (what: string) => progress(`start ${start} of ${effort.starts}: ${what}`);
    tell('filling the databases');
    const own = createLifetime();
    // If the run is interrupted, the programs started last end with the rest.
    cleanUpAfter(t, own.end);
    const contests = await setUp(own, programs, (side) => createDatabase(postgres.url, `${side}_${start}`));
    await inTurn(contests, { ...effort.warmUp, rounds: 1 }, new Map(), (what) => tell(`warming up, ${what}`));
    await inTurn(contests, effort, measured, tell);
    for (const { database, earlier, present } of contests) {
      const peak = { earlier: memoryOf(earlier.server.pid).peakMiB, present: memoryOf(present.server.pid).peakMiB };
      collect(peaks, `memory, peak on ${database}`, peak);
    }
    const [onSqlite] = contests;
    if (start === effort.starts && onSqlite)
      coldStarts = await measureColdStarts(onSqlite, effort.coldStarts, progress);
    await own.end();
  }
  progress('');
  const where = canPin ? 'server and generator on a core each' : 'server and generator on the same cores';
  const nodes = options.hasOwnNode ? 'each on the Node that it pins' : `both on Node ${process.versions.node}`;
  print(
    [
      `The work tree against ${commit.slice(0, 12)}, ${nodes}.`,
      `Medians of ${effort.starts} starts of both, each with ${effort.rounds} rounds of ${effort.reads} reads and ` +
        `${effort.hashes} hashes, taken in turn, with the quartiles of the ratios; ${where} while reads are measured.`,
      '',
      ratioTable('answers a second (more is better)', rowsOf(measured, 'perSecond', '/s')),
      '',
      ratioTable(
        'time of the service on the processors, for one answer (less is better)',
        rowsOf(measured, 'cpuMs', 'ms'),
      ),
      '',
      ratioTable('start and memory (less is better)', [
        ...coldStarts,
        ...[...peaks].map(([what, rounds]) => ({ what, unit: 'MiB', rounds })),
      ]),
    ].join('\n'),
  );
}

function collect<T>(all: Map<string, T[]>, name: string, one: T): void {
  const known = all.get(name);
  if (known) known.push(one);
  else all.set(name, [one]);
}

async function setUp(
  t: Lifetime,
  programs: Pair<Program>,
  databaseOf: (side: Side) => Promise<string>,
): Promise<Contest[]> {
  return [
    await contest(t, 'SQLite', programs, async () => undefined),
    await contest(t, 'PostgreSQL', programs, databaseOf),
  ];
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
    start: (side) => sides[side].start(),
  };
}

/** Alternates which program goes first, because the first finds the machine as the figure before left it. */
async function both<T>(turn: number, measure: (side: Side) => Promise<T>): Promise<Pair<T>> {
  if (turn % 2 === 0) return { earlier: await measure('earlier'), present: await measure('present') };
  const present = await measure('present');
  return { earlier: await measure('earlier'), present };
}

async function inTurn(
  contests: readonly Contest[],
  size: RoundSize & { readonly rounds: number },
  measured: Rounds,
  progress: Screen['progress'],
): Promise<void> {
  const { rounds } = size;
  for (let round = 1; round <= rounds; round += 1) {
    for (const operation of OPERATIONS) {
      for (const one of contests) {
        const what = `${NAMES[operation]} on ${one.database}`;
        progress(`round ${round} of ${rounds}: ${what}`);
        collect(measured, what, await both(round, (side) => measureOperation(one[side], operation, size)));
      }
    }
  }
}

const rowsOf = (measured: Rounds, member: keyof OperationRate, unit: string): Row[] =>
  [...measured].map(([what, rounds]) => ({
    what,
    unit,
    rounds: rounds.map(({ earlier, present }) => ({ earlier: earlier[member], present: present[member] })),
  }));

/** Cold starts and first pages, with a warm compile cache. */
async function measureColdStarts(
  { start }: Pick<Contest, 'start'>,
  starts: number,
  progress: Screen['progress'],
): Promise<Row[]> {
  const started: Pair<ColdStart>[] = [];
  progress('keeping what is compiled for a first page');
  await both(0, (side) => keepCompiled(() => start(side)));
  for (let time = 1; time <= starts; time += 1) {
    progress(`cold start ${time} of ${starts}`);
    started.push(await both(time, (side) => coldStart(() => start(side))));
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

/** Node writes its compile cache when the process ends by itself. */
async function keepCompiled(start: () => Promise<ServerProcess>): Promise<void> {
  const server = await start();
  await firstPageMs(server);
  process.kill(server.pid, 'SIGTERM');
  await server.ended;
}
