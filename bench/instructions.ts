import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { createPostgres } from '../test/support/postgres-server.ts';
import type { AgainstOptions } from './against.ts';
import type { Screen } from './growth.ts';
import { generate } from './load.ts';
import { checkOut, PRESENT, type Program } from './program.ts';
import { type Pair, type Row, ratioTable } from './ratios.ts';
import { createDatabase } from './stage.ts';
import { type Latchkey, latchkey, latchkeySettings } from './subjects.ts';
import { temporaryFolder } from './temporary-folder.ts';

const READS = ['me', 'refresh'] as const;
type Read = (typeof READS)[number];

const ACCOUNTS = 100;
/** A login takes a second here. */
const SESSIONS = 4;
const CONNECTIONS = 16;
/** Until V8 has compiled everything, the count falls. */
const WARM_UP = 30_000;
const ROUNDS = 4;
const ANSWERS = 2_000;

/** A service that callgrind runs, and how many instructions it executes for one answer. */
interface Watched {
  readonly subject: Latchkey;
  count(read: Read): Promise<number>;
}

/**
 * The instructions that one answer takes, of an earlier commit and of the work tree. The system's own are not counted, nor what a wait for memory costs; but
 * two runs differ by a hundredth, whatever else the machine does, where two of processor time differ by a tenth and more.
 */
export async function instructions(t: Lifetime, options: AgainstOptions, { print, progress }: Screen): Promise<void> {
  if (spawnSync('valgrind', ['--version']).status !== 0) throw new Error('--instructions needs valgrind');
  const { commit, hasOwnNode } = options;
  progress(`preparing ${commit.slice(0, 12)}`);
  const programs: Pair<Program> = { earlier: await checkOut(t, commit, hasOwnNode), present: PRESENT };
  const postgres = await createPostgres({ fsync: true });
  cleanUpAfter(t, () => postgres.stop());
  await postgres.start();
  const databases: [name: string, urlOf: (side: string) => Promise<string | undefined>][] = [
    ['SQLite', async () => undefined],
    ['PostgreSQL', (side) => createDatabase(postgres.url, side)],
  ];
  const rows: Row[] = [];
  for (const [database, urlOf] of databases) {
    progress(`starting both on ${database}`);
    const [earlier, present] = await Promise.all([
      watch(t, programs.earlier, await urlOf('earlier')),
      watch(t, programs.present, await urlOf('present')),
    ]);
    for (const read of READS) {
      progress(`${read} on ${database}`);
      rows.push({ what: `${read} on ${database}`, unit: '', rounds: await measure({ earlier, present }, read) });
    }
    await Promise.all([earlier.subject.server.end(), present.subject.server.end()]);
  }
  progress('');
  print(
    [
      `The work tree against ${commit.slice(0, 12)}, ${hasOwnNode ? 'each on the Node that it pins' : `both on Node ${process.versions.node}`}.`,
      `Medians of ${ROUNDS} rounds of ${ANSWERS} answers after ${WARM_UP} to warm up, with the quartiles of the ratios.`,
      '',
      ratioTable('instructions for one answer (less is better)', rows),
    ].join('\n'),
  );
}

async function watch(t: Lifetime, program: Program, postgresUrl: string | undefined): Promise<Watched> {
  const place = { folder: temporaryFolder(t), postgresUrl };
  const settings = await latchkeySettings(t, place);
  const out = join(place.folder, 'counted');
  const watchedBy = ['valgrind', '--quiet', '--tool=callgrind', `--callgrind-out-file=${out}`];
  const subject = await latchkey(t, place, { accounts: ACCOUNTS, sessions: SESSIONS, settings, program, watchedBy });
  const { url, pid } = subject.server;
  let counted = 0;
  /** Since the last time, or since the start. */
  const executed = async (): Promise<number> => {
    // Both ends of valgrind's pipe take a part of its name from HOST, which is a setting of the service.
    await promisify(execFile)('vgdb', [`--pid=${pid}`, 'dump'], { env: { PATH: process.env.PATH, HOST: '127.0.0.1' } });
    counted += 1;
    const [, total] = /^(?:summary|totals): (\d+)/m.exec(readFileSync(`${out}.${counted}`, 'utf8')) ?? [];
    return Number(total);
  };
  const ask = (read: Read, answers: number) =>
    generate({ url, connections: CONNECTIONS, answers, calls: { of: subject[read] } });
  let warm: Read | undefined;
  return {
    subject,
    async count(read) {
      if (warm !== read) await ask(read, WARM_UP);
      warm = read;
      await executed();
      const { answers } = await ask(read, ANSWERS);
      return (await executed()) / answers;
    },
  };
}

async function measure({ earlier, present }: Pair<Watched>, read: Read): Promise<Pair<number>[]> {
  const rounds: Pair<number>[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [before, now] = await Promise.all([earlier.count(read), present.count(read)]);
    rounds.push({ earlier: before, present: now });
  }
  return rounds;
}
