import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { addApp } from '../support/authenticator.ts';
import type { Lifetime } from '../support/clean-up.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  describeOnBothDatabases,
  type TestDatabase,
} from '../support/databases.ts';
import {
  askForAddress,
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
  stop,
  stopToken,
} from '../support/email-change.ts';
import { reinstate, removeUser, suspend } from '../support/operator.ts';
import { postPasskey, withPasskey } from '../support/passkey.ts';
import {
  type Account,
  logIn,
  registered,
  resetToken,
  type Service,
  startService,
  verificationToken,
  verified,
} from '../support/service.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

/** The table of docs/security.md is the table of this test: what it says is what is asked for. */
interface Row {
  readonly way: string;
  readonly session: string;
  readonly answers: ReadonlyMap<string, string>;
}

function readTable(): Row[] {
  const document = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const [, table = ''] = /<!-- begin ways in -->([\s\S]*)<!-- end ways in -->/.exec(document) ?? [];
  const [head = [], , ...rows] = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  const states = head.slice(3);
  return rows.map(([way = '', , session = '', ...cells]) => ({
    way,
    session,
    answers: new Map(states.map((state, at) => [state, cells[at] ?? ''])),
  }));
}

const TABLE = readTable();

/** A database that lets a test do something between the check of a password and the write that follows from it. */
function interposed(database: TestDatabase) {
  let meanwhile: (() => Promise<void>) | undefined;
  const open = () => {
    const db = database.open();
    return {
      ...db,
      async batch(statements: Parameters<typeof db.batch>[0]) {
        const isDecisive = ({ sql, params }: (typeof statements)[number]) =>
          sql.includes('INTO refresh_tokens') || params.includes('reauthenticated');
        const work = statements.some(isDecisive) ? meanwhile : undefined;
        if (work) meanwhile = undefined;
        await work?.();
        return db.batch(statements);
      },
    };
  };
  const beforeNextSession = (work: () => Promise<void>) => {
    meanwhile = work;
  };
  return { database: { ...database, open }, beforeNextSession };
}

interface House {
  readonly service: Service;
  beforeNextSession(work: () => Promise<void>): void;
}

async function startHouse(t: Lifetime, kind: DatabaseKind, SESSIONS: string): Promise<House> {
  const { database, beforeNextSession } = interposed(await createTestDatabase(t, kind));
  const settings = { MAX_FAILED_LOGINS: '1', DELETION_GRACE: '14d', SESSIONS };
  return { service: await startService(t, kind, settings, database), beforeNextSession };
}

/**
 * Gets a proof while it is to be had; what is returned presents it, or one that is nearly the same. An array where the account has another address
 * by then.
 */
type Present = (spoilt: boolean) => Promise<number>;
type Way = (service: Service, account: Account) => Promise<Present | readonly [Present, email: string]>;

/** Asks for another address and logs out. */
async function askAndLeave(service: Service, account: Account): Promise<string> {
  const address = freeAddress();
  const { access_token: accessToken, refresh_token } = (await logIn(service, account)).data;
  assert.equal((await askForAddress(service, { accessToken }, address)).status, 200);
  assert.ok(await confirmToken(service, address));
  await service.request('POST', '/api/logout', { body: { refresh_token } });
  return address;
}

/** Access tokens of sessions that a way in began to get its proof, by account. */
const begunSessions = new Map<number, string>();

const spoil = (proof: string, spoilt: boolean): string => (spoilt ? `${proof}x` : proof);

const WAYS: Readonly<Record<string, Way>> = {
  'POST /api/login':
    async ({ request }, { email, password }) =>
    async (spoilt) =>
      (await request('POST', '/api/login', { body: { email, password: spoil(password, spoilt) } })).status,
  'POST /api/login/passkey': async (service, account) => {
    const authenticator = await withPasskey(service, account);
    return async (spoilt) => (await postPasskey(service, authenticator, { bogusSignature: spoilt })).status;
  },
  'POST /api/refresh': async (service, account) => {
    const { refresh_token: token, access_token: accessToken } = (await logIn(service, account)).data;
    begunSessions.set(account.id, accessToken);
    return async (spoilt) =>
      (await service.request('POST', '/api/refresh', { body: { refresh_token: spoil(token, spoilt) } })).status;
  },
  'POST /api/reauthenticate': async (service, account) => {
    const { access_token: token } = (await logIn(service, account)).data;
    begunSessions.set(account.id, token);
    return async (spoilt) => {
      const body = { password: spoil(account.password, spoilt) };
      return (await service.request('POST', '/api/reauthenticate', { token, body })).status;
    };
  },
  'POST /api/verify': async (service, { email }) => {
    const token = await verificationToken(service, email);
    return async (spoilt) => (await service.request('POST', '/api/verify', { token: spoil(token, spoilt) })).status;
  },
  'POST /api/email-change/confirm': async (service, account) => {
    const token = await confirmToken(service, await askAndLeave(service, account));
    return async (spoilt) => (await confirm(service, spoil(token, spoilt))).status;
  },
  'POST /api/email-change/stop': async (service, account) => {
    await askAndLeave(service, account);
    const token = await stopToken(service, account.email);
    return async (spoilt) => (await stop(service, spoil(token, spoilt))).status;
  },
  'POST /api/email-change/revert': async (service, account) => {
    const address = await askAndLeave(service, account);
    await confirm(service, await confirmToken(service, address));
    const token = await revertToken(service, account.email);
    return [async (spoilt) => (await revert(service, spoil(token, spoilt))).status, address];
  },
  'POST /api/reset-password': async (service, { email }) => {
    const token = await resetToken(service, email);
    const body = { new_password: 'Another-one-1' };
    return async (spoilt) =>
      (await service.request('POST', '/api/reset-password', { token: spoil(token, spoilt), body })).status;
  },
};

const replacePassword = async (service: Service, { email }: Account): Promise<void> => {
  const options = { token: await resetToken(service, email), body: { new_password: 'Replaced-it-1' } };
  assert.equal((await service.request('POST', '/api/reset-password', options)).status, 200);
};

/** In the session that is there, or in one that has ended afterwards. */
async function addSecondFactor(service: Service, account: Account): Promise<void> {
  const begun = begunSessions.get(account.id);
  if (begun !== undefined) return void (await addApp(service, account, begun));
  const { access_token: token, refresh_token } = (await logIn(service, account)).data;
  await addApp(service, account, token);
  assert.equal((await service.request('POST', '/api/logout', { body: { refresh_token } })).status, 200);
}

const askForDeletion = async (service: Service, account: Account): Promise<void> => {
  const { access_token: token } = (await logIn(service, account)).data;
  assert.equal((await service.request('POST', '/api/me/delete', { token })).status, 200);
};

/** What happens to the account between the proof and its use. */
const STATES: Readonly<Record<string, (house: House, account: Account) => Promise<unknown>>> = {
  ACTIVE: async () => {},
  'wrong proof': async () => {},
  INACTIVE: async () => {},
  SUSPENDED: ({ service }, { email }) => suspend(service, email),
  deleted: ({ service }, { id }) => removeUser(service, id),
  'deletion pending': ({ service }, account) => askForDeletion(service, account),
  throttled: ({ service }, { email }) =>
    service.request('POST', '/api/login', { body: { email, password: 'Wrong-one-1' } }),
  'password changed meanwhile': ({ service }, account) => replacePassword(service, account),
  'second factor on': ({ service }, account) => addSecondFactor(service, account),
  'session ended': async ({ service }, { email }) => {
    await suspend(service, email);
    await reinstate(service, email);
  },
};

const MEANWHILE = ['password changed meanwhile', 'second factor on'];
const ENDS_SESSIONS = ['SUSPENDED', 'deleted', 'deletion pending', 'password changed meanwhile', 'session ended'];
/** These hold their proof only while it is being checked. */
const CHECK_A_PASSWORD = ['POST /api/login', 'POST /api/reauthenticate'];
/** These need a session, or one to ask for the link or to add the passkey, which an account that is not ACTIVE cannot have. */
const NEED_SESSION = /passkey|refresh|reauthenticate|email-change/;

const sessionsOf = async ({ db }: Service, { id }: Account): Promise<number> =>
  (await db.all('SELECT user_id FROM refresh_tokens WHERE user_id = $1', [id])).length;

async function answerOf(house: House, way: string, state: string): Promise<{ answer: string; account: Account }> {
  const { service } = house;
  const account = await (state === 'INACTIVE' ? registered : verified)(service);
  if (NEED_SESSION.test(way) && state === 'INACTIVE') {
    const { email, password } = account;
    assert.equal((await service.request('POST', '/api/login', { body: { email, password } })).status, 403);
    return { answer: 'no session', account };
  }
  const proof = await WAYS[way]?.(service, account);
  assert.ok(proof, `${way} is in the table and not in this test`);
  const [present, email] = typeof proof === 'function' ? [proof, account.email] : proof;
  const happens = async () => void (await STATES[state]?.(house, { ...account, email }));
  const isMeanwhile = CHECK_A_PASSWORD.includes(way) && MEANWHILE.includes(state);
  if (isMeanwhile) house.beforeNextSession(happens);
  else await happens();
  return { answer: String(await present(state === 'wrong proof')), account };
}

function matrix(kind: DatabaseKind, sessions: string): void {
  let house: House;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    house = await startHouse({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind, sessions);
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  for (const { way, session, answers } of TABLE) {
    for (const [state, expected] of answers) {
      it(`${way}, ${state}: ${expected}`, async () => {
        const { answer, account } = await answerOf(house, way, state);
        assert.equal(answer, expected);
        const begins = session === 'begins' && answer === '200';
        // One that was there before goes on unless something ended it; a wrong proof ends nothing.
        const goesOn = session === 'goes on' && answer !== 'no session' && !ENDS_SESSIONS.includes(state);
        assert.equal(await sessionsOf(house.service, account), begins || goesOn ? 1 : 0);
      });
    }
  }
}

describeOnBothDatabases('every way in, in every state of the account', (kind) => matrix(kind, 'single'));
describe('every way in, in every state of the account, with SESSIONS=many', () => matrix('sqlite', 'many'));

/** Without imports of types: those call nothing. */
const valueImportsOf = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.ts)'/gm)].map(
    ([, path]) => relative(SRC, resolve(SRC, dirname(file), String(path))),
  );

function reaches(file: string, target: string, seen = new Set<string>()): boolean {
  if (file === target) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return valueImportsOf(file).some((next) => reaches(next, target, seen));
}

describe('the table of ways in', () => {
  const routes = readFileSync(join(SRC, 'operations/routes.ts'), 'utf8');
  const fileOf = new Map(
    [...routes.matchAll(/import \{ (\w+) \} from '\.\/(\S+)'/g)].map(([, name = '', file]) => [
      name,
      `operations/${file}`,
    ]),
  );
  const operations = [...routes.matchAll(/route\('(\w+)', '(\S+)', (\w+)\)/g)].map(([, method, path, name = '']) => ({
    way: `${method} ${path}`,
    file: fileOf.get(name) ?? '',
  }));
  const inTable = (session: string) => TABLE.filter((row) => row.session === session).map(({ way }) => way);
  const reaching = (...targets: string[]) =>
    operations.filter(({ file }) => targets.some((target) => reaches(file, target))).map(({ way }) => way);

  it('has every operation that can begin a session, or go on with one', () => {
    assert.ok(operations.length >= 11 && operations.every(({ file }) => file !== ''));
    assert.deepEqual(reaching('accounts/begin-session.ts'), inTable('begins'));
    assert.deepEqual(reaching('accounts/refresh-session.ts', 'accounts/reauthenticate.ts'), inTable('goes on'));
  });

  it('has every state in every row, and this test knows them all', () => {
    for (const { answers } of TABLE) {
      assert.deepEqual([...answers.keys()], Object.keys(STATES));
      for (const answer of answers.values()) assert.match(answer, /^(\d{3}|no session)$/);
    }
  });

  it('has all there is: nothing but an operation begins a session or goes on with one', () => {
    const doors = ['accounts/begin-session.ts', 'accounts/refresh-session.ts', 'accounts/reauthenticate.ts'];
    const entrances = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
      valueImportsOf(file).some((imported) => doors.includes(imported)),
    );
    assert.deepEqual(
      entrances.filter((file) => !operations.some((operation) => operation.file === file)),
      [],
    );
  });
});
