import * as client from 'openid-client';
import type { Lifetime } from '../test/support/clean-up.ts';
import { cleanUpAfter } from '../test/support/clean-up.ts';
import { createClient } from '../test/support/client.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, tokensFor } from '../test/support/openid.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import type { Service, Session } from '../test/support/service.ts';
import { threadTimeMs } from './cpu-time.ts';
import type { Screen } from './growth.ts';
import { measureOperation, READERS } from './measure-operation.ts';
import { type Pair, type Row, ratioTable } from './ratios.ts';
import { emailOf, PASSWORD } from './seed.ts';
import { createDatabase } from './stage.ts';
import { median } from './statistics.ts';
import { type Latchkey, latchkey, latchkeySettings, openPlace, type Place, startLatchkey } from './subjects.ts';
import { number, table } from './table.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ACCOUNTS = 1000;
const OPERATIONS = { signIn: 'sign-in', me: 'me', refresh: 'refresh' } as const;
const QUICK = { rounds: 3, reads: 5_000, hashes: 16, journeys: 100, coldStarts: 5 };
const THOROUGH = { rounds: 12, reads: 5_000, hashes: 48, journeys: 300, coldStarts: 11 };
type Effort = typeof QUICK;

interface Side {
  readonly subject: Latchkey;
  readonly place: Place;
  readonly settings: Readonly<Record<string, string>>;
}

/** The cost of apps in CPU time of the service, which changes little on a shared machine. */
export async function openId(t: Lifetime, isQuick: boolean, { print, progress }: Screen): Promise<void> {
  const effort = isQuick ? QUICK : THOROUGH;
  const postgres = await startPostgres({ fsync: true });
  cleanUpAfter(t, () => postgres.stop());
  for (const database of ['SQLite', 'PostgreSQL']) {
    progress(`starting on ${database}`);
    const begin = async (openid: string) =>
      start(t, openid, database === 'SQLite' ? undefined : await createDatabase(postgres.url, `openid_${openid}`));
    const sides: Pair<Side> = { earlier: await begin('off'), present: await begin('on') };
    const journeys = await measureJourneys(t, sides.present, database, effort, progress);
    const compared = await compare(sides, database, effort, progress);
    if (database === 'SQLite') compared.push(await coldStarts(t, sides, effort, progress));
    progress('');
    print(ratioTable('CPU time for one answer (less is better)', compared, ['OPENID=off', 'OPENID=on']));
    print('');
    print(table(['CPU time of the service, one after the other', 'ms', 'own refreshes'], journeys));
    print('');
  }
}

/**
 * Both sign with a key pair, which costs more than a secret. In development, OpenID generates one that is active
 * immediately, and the service without OpenID finds it.
 */
async function start(t: Lifetime, openid: string, postgresUrl: string | undefined): Promise<Side> {
  const place = { folder: temporaryFolder(t), postgresUrl };
  const given = { ...(await latchkeySettings(t, place)), NODE_ENV: 'development', LOG_FORMAT: 'json' };
  await (await startLatchkey(t, place.folder, { ...given, OPENID: 'on' })).end();
  const settings = { ...given, OPENID: openid };
  return { place, settings, subject: await latchkey(t, place, { accounts: ACCOUNTS, sessions: READERS, settings }) };
}

/** Alternates which comes first. */
async function both<T>(turn: number, sides: Pair<Side>, measure: (side: Side) => Promise<T>): Promise<Pair<T>> {
  if (turn % 2 === 0) return { earlier: await measure(sides.earlier), present: await measure(sides.present) };
  const present = await measure(sides.present);
  return { earlier: await measure(sides.earlier), present };
}

async function compare(
  sides: Pair<Side>,
  database: string,
  effort: Effort,
  progress: Screen['progress'],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [operation, name] of Object.entries(OPERATIONS) as [keyof typeof OPERATIONS, string][]) {
    const measure = async ({ subject }: Side) => (await measureOperation(subject, operation, effort)).cpuMs;
    await both(0, sides, measure);
    const rounds: Pair<number>[] = [];
    for (let round = 1; round <= effort.rounds; round += 1) {
      progress(`round ${round} of ${effort.rounds}: ${name} on ${database}`);
      rounds.push(await both(round, sides, measure));
    }
    rows.push({ what: `${name} on ${database}`, unit: 'ms', rounds });
  }
  return rows;
}

async function coldStarts(
  t: Lifetime,
  sides: Pair<Side>,
  { coldStarts: times }: Effort,
  progress: Screen['progress'],
): Promise<Row> {
  const measure = async ({ place, settings }: Side) => {
    const server = await startLatchkey(t, place.folder, settings);
    const cpuMs = threadTimeMs(server.pid);
    await server.end();
    return cpuMs;
  };
  const rounds: Pair<number>[] = [];
  for (let time = 1; time <= times; time += 1) {
    progress(`cold start ${time} of ${times}`);
    rounds.push(await both(time, sides, measure));
  }
  return { what: 'cold start', unit: 'ms', rounds };
}

/** Measures what each step of an app costs the service when the visitor is logged in. */
async function measureJourneys(
  t: Lifetime,
  { subject: { server }, place }: Side,
  database: string,
  { journeys }: Effort,
  progress: Screen['progress'],
): Promise<string[][]> {
  progress(`journeys on ${database}`);
  const db = await openPlace(place);
  cleanUpAfter(t, () => db.close());
  const service = { url: server.url, request: createClient(server.url), db } as unknown as Service;
  const body = { email: emailOf(ACCOUNTS), password: PASSWORD };
  const { access_token: accessToken, refresh_token } = (await service.request('POST', '/api/login', { body })).data;
  const session = { accessToken } as Session;
  const app = await discover(service, await addOpenIdApp(service));
  const browser = new Browser(service);
  let tokens: client.TokenEndpointResponse = await tokensFor(app, browser, session);

  const spent: Record<string, number[]> = {};
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const beforeMs = threadTimeMs(server.pid);
    const result = await work();
    spent[name] ??= [];
    spent[name].push(threadTimeMs(server.pid) - beforeMs);
    return result;
  };
  for (let journey = 0; journey < journeys; journey += 1) {
    const { url, checks } = await authorizationRequest(app);
    const callback = await timed('silent sign-on: /oidc/auth to a code', () => browser.authorize(url, undefined));
    await timed('code to tokens', () => client.authorizationCodeGrant(app, callback, checks));
    tokens = await timed('refresh of an app', () => client.refreshTokenGrant(app, String(tokens.refresh_token)));
    await timed('own refresh', () => service.request('POST', '/api/refresh', { body: { refresh_token } }));
  }
  const own = median(spent['own refresh'] ?? []);
  return Object.entries(spent).map(([name, all]) => {
    const middle = median(all);
    return [`${name}, ${database}`, number(middle), number(middle / own)];
  });
}
