import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { migrate } from '../src/store/engine/migrate.ts';
import { cleanUpAfter, type Lifetime } from '../test/support/clean-up.ts';
import { openDatabase, type RawDatabase } from '../test/support/raw-database.ts';
import { type Call, send } from './call.ts';
import { fillBy, PRESENT, type Program, startCommand } from './program.ts';
import { emailOf, PASSWORD, seedAccounts, seedHistory } from './seed.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export const SIGNING_SECRET = 'q7Jt0mB4sVx2LwZc9YhN5kGf8RpD3aEu1oTi6';

/** A service with accounts, and the requests to measure. */
export interface Subject {
  readonly name: string;
  readonly server: ServerProcess;
  /** A new account each time. */
  signUp(): Call;
  /** One account after the other. */
  signIn(): Call;
  /** Each connection uses a different session. */
  me(connection: number): Call;
  /** Resolves when no work is left that could slow down the next measurement. */
  settled(): Promise<void>;
}

export interface Latchkey extends Subject {
  refresh(connection: number): Call;
  /** Each connection uses a different account. */
  signInAs(connection: number): Call;
}

/** The location of a subject's data. */
export interface Place {
  readonly folder: string;
  /** Undefined: SQLite in the folder. */
  readonly postgresUrl: string | undefined;
}

const at = (file: string): string => resolve(import.meta.dirname, file);
const unique = (): string => randomBytes(9).toString('hex');

export interface LatchkeyOptions {
  readonly accounts: number;
  readonly sessions: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly hasOneCore?: boolean;
  /** The program to run; by default the current one. */
  readonly program?: Program;
}

/** All features on, as in production: log, throttles, headers, audit trail, outbox and a mail server that accepts. */
export async function latchkeySettings(t: Lifetime, { folder, postgresUrl }: Place): Promise<Record<string, string>> {
  const mail = await startServer(t, { script: at('mail-server.ts'), folder, settings: {}, readyPath: undefined });
  return {
    DATA_DIR: folder,
    DATABASE_URL: postgresUrl ?? `sqlite:${join(folder, 'latchkey.db')}`,
    SIGNING_SECRET,
    SMTP_URL: mail.url.replace('http:', 'smtp:'),
    MAIL_FROM: 'Bench <bench@example.com>',
    FRONTEND_URL: 'https://app.example.com',
  };
}

/** Fills the compile cache, because the first start after a change is not typical. */
export const compiledBefore = () => promisify(execFile)(process.execPath, [at('../src/start.js'), '--version']);

export function startLatchkey(
  t: Lifetime,
  folder: string,
  settings: Readonly<Record<string, string>>,
  { hasOneCore = false, program = PRESENT }: Pick<LatchkeyOptions, 'hasOneCore' | 'program'> = {},
): Promise<ServerProcess> {
  const { node } = program;
  return startServer(t, { node, ...startCommand(program), folder, settings, readyPath: '/readyz', hasOneCore });
}

export function openPlace({ folder, postgresUrl }: Place): Promise<RawDatabase> {
  const address = postgresUrl
    ? ({ kind: 'postgres', url: postgresUrl } as const)
    : ({ kind: 'sqlite', path: join(folder, 'latchkey.db') } as const);
  return openDatabase(address, { maxConnections: 2, prepareStatements: true });
}

export async function fillLatchkey(place: Place, accounts: number): Promise<void> {
  const db = await openPlace(place);
  try {
    await migrate(db);
    await seedAccounts(db, accounts);
    await seedHistory(db);
  } finally {
    await db.close();
  }
}

/** Waits for the e-mails of sign-ups, which would be sent during the next measurement. */
async function emailsSent(db: RawDatabase): Promise<void> {
  while (await db.one("SELECT 1 AS one FROM outbox WHERE state = 'waiting' LIMIT 1")) await setTimeout(20);
}

export async function latchkey(t: Lifetime, place: Place, options: LatchkeyOptions): Promise<Latchkey> {
  const { accounts, sessions, settings, program } = options;
  await (program ? fillBy(program, settings, accounts) : fillLatchkey(place, accounts));
  const server = await startLatchkey(t, place.folder, settings, options);
  const logIn = (account: number): Call => ({
    method: 'POST',
    path: '/api/login',
    body: { email: emailOf(account), password: PASSWORD },
  });
  const opened: { access_token: string; refresh_token: string }[] = [];
  for (let account = 1; account <= sessions; account += 1) {
    const answer = (await (await send(server.url, logIn(account))).json()) as { data: (typeof opened)[number] };
    opened.push(answer.data);
  }
  const db = await openPlace(place);
  cleanUpAfter(t, () => db.close());
  const sessionOf = (connection: number) => opened[connection % sessions] as (typeof opened)[number];
  let turn = 0;
  return {
    name: 'Latchkey',
    server,
    signUp: () => ({ method: 'POST', path: '/api/register', body: newcomer() }),
    // Skips the accounts whose sessions are measured, because a login ends the earlier session.
    signIn: () => logIn(sessions + 1 + (turn++ % (accounts - sessions))),
    signInAs: (connection) => logIn(sessions + 1 + (connection % (accounts - sessions))),
    me: (connection) => ({
      method: 'GET',
      path: '/api/me',
      headers: { authorization: `Bearer ${sessionOf(connection).access_token}` },
    }),
    refresh: (connection) => ({
      method: 'POST',
      path: '/api/refresh',
      body: { refresh_token: sessionOf(connection).refresh_token },
    }),
    settled: () => emailsSent(db),
  };
}

function newcomer(): object {
  const name = unique();
  const contact = { email: `${name}@example.org`, phone_number: name };
  return { full_name: 'New Comer', industry: 'Testing', password: PASSWORD, ...contact };
}

export const startBetterAuth = (t: Lifetime, { folder, postgresUrl }: Place): Promise<ServerProcess> =>
  startServer(t, {
    script: at('peers/better-auth.ts'),
    folder,
    settings: postgresUrl ? { DATABASE_URL: postgresUrl } : { DATABASE_FILE: join(folder, 'better-auth.db') },
    readyPath: '/api/auth/ok',
  });

/** Adds accounts through its own interface; the number does not matter for point reads. */
export async function betterAuth(t: Lifetime, place: Place, sessions: number): Promise<Subject> {
  const server = await startBetterAuth(t, place);
  const origin = { origin: server.url };
  const body = (account: number) => ({ name: 'Ada Lovelace', email: emailOf(account), password: PASSWORD });
  const cookies: string[] = [];
  for (let account = 1; account <= sessions; account += 1) {
    const call: Call = { method: 'POST', path: '/api/auth/sign-up/email', headers: origin, body: body(account) };
    const [cookie = ''] = (await send(server.url, call)).headers.getSetCookie();
    cookies.push(String(cookie.split(';', 1)[0]));
  }
  let turn = 0;
  return {
    name: 'better-auth',
    server,
    signUp: () => ({
      method: 'POST',
      path: '/api/auth/sign-up/email',
      headers: origin,
      body: { name: 'New Comer', email: `${unique()}@example.org`, password: PASSWORD },
    }),
    signIn: () => ({
      method: 'POST',
      path: '/api/auth/sign-in/email',
      headers: origin,
      body: body(1 + (turn++ % sessions)),
    }),
    me: (connection) => ({
      method: 'GET',
      path: '/api/auth/get-session',
      headers: { ...origin, cookie: cookies[connection % sessions] ?? '' },
    }),
    settled: async () => {},
  };
}
