import { availableParallelism } from 'node:os';
import type { Lifetime } from '../test/support/clean-up.ts';
import { cleanUpAfter } from '../test/support/clean-up.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import type { Screen } from './growth.ts';
import { generate } from './load.ts';
import { median } from './statistics.ts';
import { type Latchkey, latchkey, latchkeySettings } from './subjects.ts';
import { number, table } from './table.ts';
import { temporaryFolder } from './temporary-folder.ts';

const COUNTS = [1, 2];
const ROUNDS = 5;
const SECONDS = 3;
const READERS = 64;

/**
 * Measures reads with one and two processes on all cores, shared with the generator; without it, the gain is larger.
 */
export async function workers(t: Lifetime, { print, progress }: Screen): Promise<void> {
  const subjects: { name: string; subject: Latchkey; me: number[]; refresh: number[] }[] = [];
  for (const isPostgres of [false, true]) {
    for (const count of COUNTS) {
      const name = `${isPostgres ? 'PostgreSQL' : 'SQLite'}, WORKERS=${count}`;
      progress(`starting ${name}`);
      const place = { folder: temporaryFolder(t), postgresUrl: isPostgres ? await postgres(t) : undefined };
      const settings = { ...(await latchkeySettings(t, place)), WORKERS: String(count) };
      const subject = await latchkey(t, place, { accounts: 1000, sessions: READERS, settings });
      subjects.push({ name, subject, me: [], refresh: [] });
    }
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { name, subject, me, refresh } of subjects) {
      progress(`round ${round} of ${ROUNDS}: ${name}`);
      me.push(await rate(subject, subject.me));
      refresh.push(await rate(subject, subject.refresh));
    }
  }
  progress('');
  const rows = subjects.map(({ name, me, refresh }) => [name, number(median(me)), number(median(refresh))]);
  print(table([`${availableParallelism()} cores`, 'me/s', 'refresh/s'], rows));
}

async function postgres(t: Lifetime): Promise<string> {
  const server = await startPostgres({ fsync: true });
  cleanUpAfter(t, () => server.stop());
  return server.url;
}

const rate = async ({ server }: Latchkey, of: Latchkey['me']): Promise<number> =>
  (await generate({ url: server.url, connections: READERS, seconds: SECONDS, calls: { of } })).perSecond;
