import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { usersCommand } from '../../src/cli/users.ts';
import { insert as insertIdentity } from '../../src/features/identities/table.ts';
import { enqueue } from '../../src/store/queues/outbox.ts';
import type { Answers } from '../support/answers.ts';
import { addApp, atNextStep, codeOfApp, type ProtectedAccount } from '../support/authenticator.ts';
import type { Lifetime } from '../support/clean-up.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from '../support/databases.ts';
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
import { person, ticketOf } from '../support/identities.ts';
import { type Person, SHARED_PROVIDER } from '../support/identity-provider.ts';
import { askForCode, loginByCode, otherThan } from '../support/login-code.ts';
import { addOpenIdApp, Browser, OPENID } from '../support/openid.ts';
import { operationFiles } from '../support/operation-files.ts';
import { reinstate, removeUser, suspend } from '../support/operator.ts';
import { loginOptions, postPasskey, withPasskey } from '../support/passkey.ts';
import { ROUTES } from '../support/routes.ts';
import { isQuickRun } from '../support/scope.ts';
import {
  type Account,
  logIn,
  newestToken,
  registered,
  resetToken,
  type Service,
  startService,
  verificationToken,
  verified,
  wakeWorker,
} from '../support/service.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

/** The table of docs/security.md is the table of this test: what it says is what is asked for. */
interface Row {
  readonly operation: string;
  /** The operation and its proof, by which WAYS names them. */
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
  // Operations or proofs with the same answers share a row.
  return rows.flatMap(([operations = '', proofs = '', session = '', ...cells]) =>
    operations.split(', ').flatMap((operation) =>
      proofs.split('; ').map((proof) => ({
        operation,
        way: `${operation}, ${proof}`,
        session,
        answers: new Map(states.map((state, at) => [state, cells[at] ?? ''])),
      })),
    ),
  );
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

const TERMS = { TERMS_VERSION: '2026-11', TERMS_URL: 'https://example.com/terms' };

interface House {
  readonly service: Service;
  beforeNextSession(work: () => Promise<void>): void;
}

async function startHouse(t: Lifetime, kind: DatabaseKind, SESSIONS: string): Promise<House> {
  const { database, beforeNextSession } = interposed(await createTestDatabase(t, kind));
  const settings = {
    ...OPENID,
    ...TERMS,
    ...SHARED_PROVIDER.settings,
    MAX_FAILED_LOGINS: '1',
    DELETION_GRACE: '14d',
    EMAIL_LOGIN: 'on',
    SESSIONS,
  };
  return { service: await startService(t, kind, settings, database), beforeNextSession };
}

/**
 * Gets a proof while it is to be had; what is returned presents it, or one that is nearly the same. An array where the
 * account has another address by then.
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
const begunSessions = new Map<string, string>();
/** Every service numbers its accounts from 1. */
const keyOf = ({ url }: Service, { id }: Account): string => `${url} ${id}`;

const spoil = (proof: string, spoilt: boolean): string => (spoilt ? `${proof}x` : proof);

/** Accounts with an authenticator app, as it is now. */
const apps = new Map<string, ProtectedAccount>();

/** Somebody at the provider, whose login is linked to the account. */
async function linkedPerson(service: Service, { email }: Account): Promise<Person> {
  const who = person();
  const { issuer } = SHARED_PROVIDER;
  await service.db.batch([
    insertIdentity(email, { provider: 'corp', issuer, subject: who.sub, email: null }, 'operator'),
  ]);
  return who;
}

/** A code of now, or one that is nearly the same. */
async function appCode(service: Service, { secret }: ProtectedAccount, spoilt = false): Promise<string> {
  const code = codeOfApp(secret, await atNextStep(service));
  return spoilt ? String((Number(code) + 1) % 1_000_000).padStart(6, '0') : code;
}

/** A login with whatever the account needs. */
async function enter(service: Service, account: Account): Promise<Answers['POST /api/login']> {
  const { email, password } = account;
  const app = apps.get(keyOf(service, account));
  const body = { email, password, ...(app && { code: await appCode(service, app) }) };
  const answer = await service.request('POST', '/api/login', { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.data;
}

/** Adds an authenticator app, or another one, in the session that is there, or in one that has ended afterwards. */
async function addSecondFactor(service: Service, account: Account): Promise<ProtectedAccount> {
  const begun = begunSessions.get(keyOf(service, account));
  const login = begun === undefined ? await enter(service, account) : undefined;
  const app = await addApp(service, account, begun ?? login?.access_token ?? '');
  apps.set(keyOf(service, account), app);
  if (login) await service.request('POST', '/api/logout', { body: { refresh_token: login.refresh_token } });
  return app;
}

/** The second member of a login with an app: a code of the app, or a recovery code. */
type CodeOf = (service: Service, app: ProtectedAccount, spoilt: boolean) => Promise<string>;
const recoveryCode: CodeOf = async (_service, { recoveryCodes: [first = ''] }, spoilt) =>
  spoilt ? first.replace(/.$/, (last) => (last === '7' ? '8' : '7')) : first;

const loginWithCode =
  (codeOf: CodeOf): Way =>
  async (service, account) => {
    const app = await addSecondFactor(service, account);
    const { email, password } = account;
    return async (spoilt) => {
      const body = { email, password, code: await codeOf(service, app, spoilt) };
      return (await service.request('POST', '/api/login', { body })).status;
    };
  };

const loginByCodeWith =
  (codeOf: CodeOf): Way =>
  async (service, account) => {
    const app = await addSecondFactor(service, account);
    const sent = await askForCode(service, account.email);
    return async (spoilt) =>
      (await loginByCode(service, { ...sent, second_factor: await codeOf(service, app, spoilt) })).status;
  };

/** The ticket is the same one after the answer that a code is needed. */
const loginWithTicketAnd =
  (codeOf: CodeOf): Way =>
  async (service, account) => {
    const app = await addSecondFactor(service, account);
    const ticket = await ticketOf(service, SHARED_PROVIDER, await linkedPerson(service, account));
    const first = await service.request('POST', '/api/login/identity', { body: { ticket } });
    assert.equal(first.headers.get('x-error-code'), 'second_factor_required');
    return async (spoilt) => {
      const body = { ticket, code: await codeOf(service, app, spoilt) };
      return (await service.request('POST', '/api/login/identity', { body })).status;
    };
  };

const reauthenticate =
  (proofFor: (service: Service, account: Account) => Promise<(spoilt: boolean) => Promise<object>>): Way =>
  async (service, account) => {
    const proof = await proofFor(service, account);
    const { access_token: token } = await enter(service, account);
    begunSessions.set(keyOf(service, account), token);
    return async (spoilt) =>
      (await service.request('POST', '/api/reauthenticate', { token, body: await proof(spoilt) })).status;
  };

const reauthenticateWithCode = (codeOf: CodeOf): Way =>
  reauthenticate(async (service, account) => {
    const app = await addSecondFactor(service, account);
    return async (spoilt) => ({ password: account.password, code: await codeOf(service, app, spoilt) });
  });

/** An app that asks for consent has sent somebody who has a session here. */
async function comeFromApp(service: Service, account: Account) {
  const { access_token: token } = await enter(service, account);
  begunSessions.set(keyOf(service, account), token);
  const browser = new Browser(service);
  return { token, browser, uid: await browser.begin(await addOpenIdApp(service, { firstParty: false })) };
}

const WAYS: Readonly<Record<string, Way>> = {
  'POST /api/login, password':
    async ({ request }, { email, password }) =>
    async (spoilt) =>
      (await request('POST', '/api/login', { body: { email, password: spoil(password, spoilt) } })).status,
  'POST /api/login, password and code': loginWithCode(appCode),
  'POST /api/login, password and recovery code': loginWithCode(recoveryCode),
  'POST /api/login/email/confirm, code by e-mail': async (service, { email }) => {
    const sent = await askForCode(service, email);
    return async (spoilt) =>
      (await loginByCode(service, { ...sent, ...(spoilt && { code: otherThan(sent.code) }) })).status;
  },
  'POST /api/login/email/confirm, code by e-mail and code': loginByCodeWith(appCode),
  'POST /api/login/email/confirm, code by e-mail and recovery code': loginByCodeWith(recoveryCode),
  'POST /api/login/passkey, passkey': async (service, account) => {
    const authenticator = await withPasskey(service, account);
    return async (spoilt) => (await postPasskey(service, authenticator, { bogusSignature: spoilt })).status;
  },
  'POST /api/login/identity, ticket': async (service, account) => {
    const ticket = await ticketOf(service, SHARED_PROVIDER, await linkedPerson(service, account));
    return async (spoilt) =>
      (await service.request('POST', '/api/login/identity', { body: { ticket: spoilt ? ticket.slice(9) : ticket } }))
        .status;
  },
  'POST /api/login/identity, ticket and code': loginWithTicketAnd(appCode),
  'POST /api/login/identity, ticket and recovery code': loginWithTicketAnd(recoveryCode),
  'POST /api/refresh, refresh token': async (service, account) => {
    const { refresh_token: token, access_token: accessToken } = (await logIn(service, account)).data;
    begunSessions.set(keyOf(service, account), accessToken);
    return async (spoilt) =>
      (await service.request('POST', '/api/refresh', { body: { refresh_token: spoil(token, spoilt) } })).status;
  },
  'POST /api/reauthenticate, access token and password': reauthenticate(
    async (_service, { password }) =>
      async (spoilt) => ({ password: spoil(password, spoilt) }),
  ),
  'POST /api/reauthenticate, access token, password and code': reauthenticateWithCode(appCode),
  'POST /api/reauthenticate, access token, password and recovery code': reauthenticateWithCode(recoveryCode),
  'POST /api/reauthenticate, access token and passkey': reauthenticate(async (service, account) => {
    const authenticator = await withPasskey(service, account);
    return async (spoilt) => ({ passkey: authenticator.get(await loginOptions(service), { bogusSignature: spoilt }) });
  }),
  'POST /api/reauthenticate, access token and ticket': async (service, account) => {
    const who = { ...(await linkedPerson(service, account)), auth_time: Math.ceil(service.clock.nowMs() / 1000) };
    const { access_token: token } = await enter(service, account);
    begunSessions.set(keyOf(service, account), token);
    const begun = await service.request('POST', '/api/reauthenticate/identity', { token, body: { provider: 'corp' } });
    const back = { flow: begun.data.flow, address: SHARED_PROVIDER.logIn(begun.data.url, who) };
    const { ticket } = (await service.request('POST', '/api/identity/finish', { body: back })).data;
    return async (spoilt) => {
      const body = { identity: spoilt ? ticket.slice(9) : ticket };
      return (await service.request('POST', '/api/reauthenticate', { token, body })).status;
    };
  },
  'POST /api/verify, e-mailed link': async (service, { email }) => {
    const token = await verificationToken(service, email);
    return async (spoilt) => (await service.request('POST', '/api/verify', { token: spoil(token, spoilt) })).status;
  },
  'POST /api/email-change/confirm, e-mailed link': async (service, account) => {
    const token = await confirmToken(service, await askAndLeave(service, account));
    return async (spoilt) => (await confirm(service, spoil(token, spoilt))).status;
  },
  'POST /api/email-change/stop, e-mailed link': async (service, account) => {
    await askAndLeave(service, account);
    const token = await stopToken(service, account.email);
    return async (spoilt) => (await stop(service, spoil(token, spoilt))).status;
  },
  'POST /api/email-change/revert, e-mailed link': async (service, account) => {
    const address = await askAndLeave(service, account);
    await confirm(service, await confirmToken(service, address));
    const token = await revertToken(service, account.email);
    return [async (spoilt) => (await revert(service, spoil(token, spoilt))).status, address];
  },
  'POST /api/invitation/accept, e-mailed link': async (service, { id, email }) => {
    // Only an account that is not verified is ever sent an invitation.
    const status = await service.db.one<{ s: string }>('SELECT account_status AS s FROM users WHERE id = $1', [id]);
    const become = (to = '') => service.db.all('UPDATE users SET account_status = $2 WHERE id = $1', [id, to]);
    await become('INACTIVE');
    await service.db.batch([enqueue('invitation', email)]);
    await wakeWorker(service);
    const token = await newestToken(service, email, '/invitation');
    await become(status?.s);
    const body = { new_password: 'Another-one-1', accept_terms: true };
    return async (spoilt) =>
      (await service.request('POST', '/api/invitation/accept', { token: spoil(token, spoilt), body })).status;
  },
  'POST /api/reset-password, e-mailed link': async (service, { email }) => {
    const token = await resetToken(service, email);
    const body = { new_password: 'Another-one-1' };
    return async (spoilt) =>
      (await service.request('POST', '/api/reset-password', { token: spoil(token, spoilt), body })).status;
  },
  'POST /api/openid/interactions/:uid, access token': async (service, account) => {
    const { token, browser, uid } = await comeFromApp(service, account);
    const path = `/api/openid/interactions/${uid}`;
    const headers = { cookie: browser.cookiesFor(path) };
    return async (spoilt) =>
      (await service.request('POST', path, { token: spoil(token, spoilt), body: {}, headers })).status;
  },
  'POST /api/openid/interactions/:uid/consent, browser that logged in for the app': async (service, account) => {
    const { token, browser, uid } = await comeFromApp(service, account);
    const session = { ...account, accessToken: token, refreshToken: '' };
    const asked = await browser.get(await browser.answer(uid, session, {}));
    const consent = new URL(asked.headers.get('location') ?? '', service.url).searchParams.get('interaction');
    const path = `/api/openid/interactions/${consent}/consent`;
    const body = { decision: 'allow' };
    return async (spoilt) => {
      const other = spoilt ? new Browser(service) : browser;
      return (await service.request('POST', path, { body, headers: { cookie: other.cookiesFor(path) } })).status;
    };
  },
};

const replacePassword = async (service: Service, { email }: Account): Promise<void> => {
  const options = { token: await resetToken(service, email), body: { new_password: 'Replaced-it-1' } };
  assert.equal((await service.request('POST', '/api/reset-password', options)).status, 200);
};

const askForDeletion = async (service: Service, account: Account): Promise<void> => {
  const { access_token: token } = await enter(service, account);
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
  'factors reset': async ({ service }, account) => {
    if (!apps.has(keyOf(service, account))) await addSecondFactor(service, account);
    await usersCommand(service.db, ['reset-second-factor', account.email], () => {});
    // The worker looks for what a command has written every five seconds, and a code of an app waits for all e-mails.
    await service.clock.advance(5000);
  },
  'session ended': async ({ service }, { email }) => {
    await suspend(service, email);
    await reinstate(service, email);
  },
  /** The version that was accepted is not the one in force. */
  'terms changed': ({ service }, { id }) =>
    service.db.all("UPDATE terms_acceptances SET version = '2025-01' WHERE user_id = $1", [id]),
};

/**
 * Decided neither by the transaction that writes a session nor by SESSIONS. The tests of each operation have them on
 * both databases.
 */
const DECIDED_BEFORE = ['wrong proof', 'INACTIVE', 'throttled'];

const MEANWHILE = ['password changed meanwhile', 'second factor on', 'factors reset'];
const ENDS_SESSIONS = [
  ...['SUSPENDED', 'deleted', 'deletion pending', 'password changed meanwhile', 'factors reset', 'session ended'],
];
/** These hold their proof only while it is being checked. */
const CHECK_A_PASSWORD = /(login|reauthenticate),.* password/;
/**
 * These need a session, or one to ask for the link or to add the factor, which an account that is not ACTIVE cannot
 * have.
 */
const NEED_SESSION = /passkey|and code|recovery code|refresh|reauthenticate|email-change|openid/;

const sessionsOf = async ({ db }: Service, { id }: Account): Promise<number> =>
  (await db.all('SELECT user_id FROM refresh_tokens WHERE user_id = $1', [id])).length;

async function answerOf(house: House, way: string, state: string): Promise<{ answer: string; account: Account }> {
  const { service } = house;
  const account = await (state === 'INACTIVE' ? registered : verified)(service, { accept_terms: true });
  if (NEED_SESSION.test(way) && state === 'INACTIVE') {
    const { email, password } = account;
    assert.equal((await service.request('POST', '/api/login', { body: { email, password } })).status, 403);
    return { answer: 'no session', account };
  }
  const proof = await WAYS[way]?.(service, account);
  assert.ok(proof, `${way} is in the table and not in this test`);
  const [present, email] = typeof proof === 'function' ? [proof, account.email] : proof;
  const happens = async () => void (await STATES[state]?.(house, { ...account, email }));
  const isMeanwhile = CHECK_A_PASSWORD.test(way) && MEANWHILE.includes(state);
  if (isMeanwhile) house.beforeNextSession(happens);
  else await happens();
  return { answer: String(await present(state === 'wrong proof')), account };
}

type IsAsked = (state: string, at: number) => boolean;

function matrix(kind: DatabaseKind, sessions: string, isAsked: IsAsked = () => true): void {
  let house: House;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    house = await startHouse({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind, sessions);
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  let at = 0;
  for (const { way, session, answers } of TABLE) {
    for (const [state, expected] of answers) {
      at += 1;
      if (!isAsked(state, at)) continue;
      it(`${way}, ${state}: ${expected}`, async () => {
        const { answer, account } = await answerOf(house, way, state);
        assert.equal(answer, expected);
        const begins = session === 'begins' && answer === '200';
        // One that was there before goes on unless something ended it; a wrong proof ends nothing.
        const continues = session === 'continues' && answer !== 'no session' && !ENDS_SESSIONS.includes(state);
        assert.equal(await sessionsOf(house.service, account), begins || continues ? 1 : 0);
      });
    }
  }
}

/** Each way and each state some times. */
const some: IsAsked = (_state, at) => at % 3 === 0;
/** The SQL is the same on both databases, and the embedded one is asked all of it. `npm run races`: here too. */
const someOnPostgres: IsAsked = (state, at) =>
  !DECIDED_BEFORE.includes(state) && (process.env.WAYS_IN === 'all' || some(state, at));

// They mostly wait for e-mails: at the same time, they take a third of the time.
describe('every way in, in every state of the account', { concurrency: true }, () => {
  const asked = isQuickRun ? some : undefined;
  describe('with one session, on the embedded database', { concurrency: 1 }, () => matrix('sqlite', 'single', asked));
  if (isQuickRun) return;
  describe('with SESSIONS=many, on PostgreSQL', { concurrency: 1 }, () => matrix('postgres', 'many', someOnPostgres));
});

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
  const operations = operationFiles().map(({ method, path, file }) => ({ way: `${method} ${path}`, file }));
  const inTable = (session: string) =>
    [...new Set(TABLE.filter((row) => row.session === session).map(({ operation }) => operation))].sort();
  const reaching = (...targets: string[]) =>
    operations
      .filter(({ file }) => targets.some((target) => reaches(file, target)))
      .map(({ way }) => way)
      .sort();

  it('has every operation that can begin a session, or go on with one', () => {
    assert.equal(operations.length, ROUTES.length);
    assert.deepEqual(reaching('core/sign-in/begin-session.ts'), inTable('begins'));
    const continuing = [
      'core/sign-in/refresh-session.ts',
      'core/sign-in/reauthenticate-session.ts',
      'features/openid/provider/answer-interaction.ts',
    ];
    assert.deepEqual(reaching(...continuing), inTable('continues'));
  });

  it('has every state in every row, and this test knows them all, and every proof', () => {
    assert.deepEqual(
      TABLE.map(({ way }) => way),
      Object.keys(WAYS),
    );
    for (const { answers } of TABLE) {
      assert.deepEqual([...answers.keys()], Object.keys(STATES));
      for (const answer of answers.values()) assert.match(answer, /^(\d{3}|no session)$/);
    }
  });

  it('has all there is: nothing but an operation, and the server for tests, begins a session or goes on with one', () => {
    const doors = [
      ...['core/sign-in/begin-session.ts', 'core/sign-in/refresh-session.ts', 'core/sign-in/reauthenticate-session.ts'],
      'features/openid/provider/answer-interaction.ts',
    ];
    const entrances = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
      valueImportsOf(file).some((imported) => doors.includes(imported)),
    );
    assert.deepEqual(
      entrances.filter((file) => !operations.some((operation) => operation.file === file)),
      // Refused in production, and wired by no other command.
      ['test-server/make-account.ts'],
    );
  });
});
