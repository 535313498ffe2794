import { cursorOf } from '../src/administration/page-cursor.ts';
import { migrate } from '../src/store/engine/migrate.ts';
import { SORTS, type SortName } from '../src/store/tables/user-sorts.ts';
import { endOfSeen } from '../src/store/tables/users-by-last-seen.ts';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import type { RawDatabase } from '../test/support/raw-database.ts';
import { seedAdministration, vacuum } from './admin-seed.ts';
import { send } from './call.ts';
import { cpuTimeMs } from './cpu-time.ts';
import type { Screen } from './growth.ts';
import { PASSWORD } from './seed.ts';
import { createDatabase } from './stage.ts';
import { median, percentile } from './statistics.ts';
import { compiledBefore, latchkeySettings, openPlace, type Place, startLatchkey } from './subjects.ts';
import { number, table } from './table.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROUNDS = 30;
const GOAL_MS = 50;
const PAGE = 50;

/** Parameters of the cases. */
interface Filled {
  readonly accounts: number;
  /** The parameters of the thousandth page of a list. */
  thousandth(parameters: Record<string, string>): Promise<string>;
}

interface Case {
  readonly what: string;
  /** Below /api/admin. */
  path(filled: Filled): string | Promise<string>;
}

const at = (what: string, path: Case['path'] | string): Case => ({
  what,
  path: typeof path === 'string' ? () => path : path,
});
const sorted = (sort: SortName): Case[] => [
  at(`users, sort=${sort}, page 1`, `users?sort=${sort}`),
  at(`users, sort=${sort}, page 1,000`, async ({ thousandth }) => `users?${await thousandth({ sort })}`),
];

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Every list and page of the administration that grows with the number of accounts. */
const CASES: readonly Case[] = [
  ...(Object.keys(SORTS) as SortName[]).flatMap(sorted),
  at('users, suspended (1 %)', 'users?status=SUSPENDED'),
  at('users, suspended, by name', 'users?status=SUSPENDED&sort=name'),
  at('users, not verified (2 %), by e-mail', 'users?status=INACTIVE&sort=email'),
  at('users, administrators (3), by name', 'users?role=ADMIN&sort=name'),
  at('users with an app (5 %), by e-mail', 'users?factor=totp&sort=email'),
  at('users with a passkey (3 %)', 'users?factor=passkey'),
  at('users, suspended and with a passkey, by name', 'users?status=SUSPENDED&factor=passkey&sort=name'),
  at('users, administrators who are suspended (none)', 'users?role=ADMIN&status=SUSPENDED'),
  at('search by e-mail, one', ({ accounts }) => `users?query=ada.berger${accounts - (accounts % 8000)}`),
  at('search by e-mail, many, by name', 'users?query=ada.&sort=name'),
  at('search by name (1 of 40), newest', 'users?query=zoe'),
  at('search by name, by e-mail', 'users?query=zoe&sort=email'),
  at('search by surname (1 of 200)', 'users?query=zimmann'),
  at('search by surname, suspended, by name', 'users?query=zimmann&status=SUSPENDED&sort=name'),
  at('search by third word (1 of 20)', 'users?query=quist'),
  at('search by third word, suspended, by name', 'users?query=quist&status=SUSPENDED&sort=name'),
  at('search by first letter', 'users?query=z&sort=name'),
  at('search by phone number, one', ({ accounts }) => `users?query=%2B49%20151%20${10_000_000 + accounts}`),
  at('search by phone number, all', 'users?query=49151'),
  at('search without result', 'users?query=nobody%20has%20it'),
  at('search by id', ({ accounts }) => `users?query=${accounts}`),
  at('counts', 'users/counts'),
  at('counts of a search, few', 'users/counts?query=zimmann'),
  at('counts of a search, many', 'users/counts?query=zoe&factor=none'),
  at('counts without second factor', 'users/counts?factor=none'),
  at('e-mails, page 1', 'emails'),
  at('e-mails, page 1,000', ({ accounts }) => `emails?after=${cursorOf({}, { key: '', id: accounts - 1000 * PAGE })}`),
  at('e-mails that were given up (10)', 'emails?state=dead'),
  at('e-mails, superseded (0.1 %)', 'emails?state=superseded'),
  at('e-mails of a rare kind (20)', 'emails?kind=account_deleted'),
  at('e-mails, given up, of a frequent kind', 'emails?state=dead&kind=verification'),
  at('e-mails by recipient, one', ({ accounts }) => `emails?query=ada.berger${accounts - (accounts % 8000)}`),
  at('e-mails by recipient, first letter', 'emails?query=z'),
  at('e-mails by recipient, first letter, given up', 'emails?query=z&state=dead'),
  at('audit, page 1', 'audit'),
  at('audit, page 1,000', ({ accounts }) => `audit?after=${cursorOf({}, { key: '', id: 4 * accounts - 1000 * PAGE })}`),
  at('audit of one account', ({ accounts }) => `audit?user=${accounts}`),
  at('audit, a rare event (80)', 'audit?event=suspended'),
  at('audit, an event that never happened', 'audit?event=key_retired'),
  at('audit, failed logins', 'audit?event=login_failed,throttled,second_factor_failed'),
  at('audit, by administrators (80)', 'audit?actor=any'),
  at('audit, by one who did nothing', 'audit?actor=user:2'),
  at('audit, from an address', 'audit?address=198.51.7.7'),
  at('audit, from an address, a rare event', 'audit?address=198.51.7.7&event=suspended'),
  at('audit of one day, a rare event', () => `audit?event=suspended&from=${daysAgo(40)}&to=${daysAgo(40)}`),
  at('audit, strangers from a network', 'audit?address=203.0.113.7'),
  at('statistics of 30 days', 'statistics'),
  at('statistics of 400 days', () => `statistics?from=${daysAgo(399)}`),
  at('health', 'health'),
  at('sessions', 'sessions'),
  at('sessions on a device that nobody has', 'sessions?device=iPhone&newer_than=7'),
  at('sessions of one user', ({ accounts }) => `sessions?user=${accounts - (accounts % 3)}`),
  at('one user', ({ accounts }) => `users/${accounts}`),
];

interface Taken {
  readonly tookMs: readonly number[];
  /** CPU time of service and PostgreSQL, which on a busy machine says more than the duration. */
  readonly processorMs: number;
}

const FIGURES: Readonly<Record<string, (taken: Taken) => number>> = {
  median: ({ tookMs }) => median(tookMs),
  p95: ({ tookMs }) => percentile(tookMs, 0.95),
  max: ({ tookMs }) => Math.max(...tookMs),
  processor: ({ processorMs }) => processorMs,
};

/** Measures each list of the administration with this many accounts, on both databases. */
export async function administration(t: Lifetime, accounts: number, { print, progress }: Screen): Promise<void> {
  await compiledBefore();
  const postgres = await startPostgres({ fsync: true });
  cleanUpAfter(t, () => postgres.stop());
  const databases: Record<string, readonly Taken[]> = {};
  for (const [name, postgresUrl] of [
    ['SQLite', undefined],
    ['PostgreSQL', await createDatabase(postgres.url, 'administration')],
  ] as const) {
    const pids = postgresUrl === undefined ? [] : [postgres.child.pid ?? 0];
    const place = { folder: temporaryFolder(t), postgresUrl };
    databases[name] = await measure(t, { name, place, pids, accounts }, progress);
  }
  progress('');
  const names = Object.keys(databases);
  const taken = (row: number) => names.flatMap((name) => databases[name]?.[row] ?? []);
  const rows = CASES.map(({ what }, row) => [
    what,
    ...taken(row).flatMap((one) => Object.values(FIGURES).map((figure) => number(figure(one)))),
  ]);
  print(`${accounts} accounts, ${ROUNDS} requests each, in ms; goal: no p95 above ${GOAL_MS}`);
  print(table(['', ...names.flatMap((name) => Object.keys(FIGURES).map((figure) => `${name} ${figure}`))], rows));
  const missed = CASES.filter((_, row) => taken(row).some(({ tookMs }) => percentile(tookMs, 0.95) > GOAL_MS));
  print(missed.length === 0 ? 'met' : `MISSED: ${missed.map(({ what }) => what).join('; ')}`);
}

interface Subject {
  readonly name: string;
  readonly place: Place;
  readonly accounts: number;
  /** The processes of the database, if it has any. */
  readonly pids: readonly number[];
}

async function measure(t: Lifetime, { name, place, accounts, pids }: Subject, progress: Screen['progress']) {
  progress(`filling ${name} with ${accounts} accounts`);
  const db = await openPlace(place);
  cleanUpAfter(t, () => db.close());
  await migrate(db);
  await seedAdministration(db, accounts);
  if (place.postgresUrl !== undefined) await vacuum(place.postgresUrl);
  const server = await startLatchkey(t, place.folder, await latchkeySettings(t, place));
  const [admin] = await db.all<{ email: string }>("SELECT email FROM users WHERE role = 'ADMIN' ORDER BY id");
  const body = { email: admin?.email, password: PASSWORD };
  const login = await send(server.url, { method: 'POST', path: '/api/login', body });
  const { data } = (await login.json()) as { data: { access_token: string } };
  const headers = { authorization: `Bearer ${data.access_token}` };
  const filled: Filled = { accounts, thousandth: (parameters) => thousandth(db, parameters) };
  const processorMs = () => [server.pid, ...pids].reduce((sum, pid) => sum + cpuTimeMs(pid), 0);
  const taken: Taken[] = [];
  for (const one of CASES) {
    progress(`${name}: ${one.what}`);
    const path = `/api/admin/${await one.path(filled)}`;
    const tookMs: number[] = [];
    const beforeMs = processorMs();
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedMs = performance.now();
      await (await send(server.url, { method: 'GET', path, headers })).arrayBuffer();
      tookMs.push(performance.now() - startedMs);
    }
    taken.push({ tookMs, processorMs: (processorMs() - beforeMs) / ROUNDS });
  }
  await server.end();
  return taken;
}

/** The request of a client that has read the pages before. */
async function thousandth(db: RawDatabase, parameters: Record<string, string>): Promise<string> {
  const sort = (parameters.sort ?? '-created') as SortName;
  const read = 999 * PAGE;
  // Computing this for every account would exceed PostgreSQL's statement timeout.
  const last = sort.endsWith('seen')
    ? await endOfSeen(db, { isDescending: sort.startsWith('-') }, read)
    : await db.one<{ key: string; id: number }>(
        `SELECT ${SORTS[sort].key} AS key, users.id FROM users ORDER BY ${SORTS[sort].orderBy} LIMIT 1 OFFSET ${read - 1}`,
      );
  const after = last ? { after: cursorOf(parameters, last) } : {};
  return new URLSearchParams({ ...parameters, ...after }).toString();
}
