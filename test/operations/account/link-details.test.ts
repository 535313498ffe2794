import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import {
  askForAddress,
  confirm,
  confirmToken,
  freeAddress,
  revert,
  revertToken,
  stop,
  stopToken,
} from '../../support/email-change.ts';
import { suspend } from '../../support/operator.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { loggedIn, resetToken, type Service, verificationToken } from '../../support/service.ts';

const INVALID = 'Invalid or expired token';
const CHANGED = 'The email address has been changed already';
const NEW = { new_password: 'Difference2' };
const DAY_MS = 86_400_000;

const given = async (service: Service) => {
  const session = await loggedIn(service);
  return { ...session, address: freeAddress() };
};
type Given = Awaited<ReturnType<typeof given>>;
type Prepare = (service: Service, given: Given) => Promise<unknown>;

const ask: Prepare = (service, given) => askForAddress(service, given, given.address);
const change: Prepare = async (service, given) => {
  await ask(service, given);
  await confirm(service, await confirmToken(service, given.address));
};
const suspended: Prepare = async (service, { id }) => {
  const user = await service.db.one<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]);
  await suspend(service, user?.email ?? '');
};
const newPassword: Prepare = async (service, { email }) =>
  service.request('POST', '/api/reset-password', { token: await resetToken(service, email), body: NEW });

interface Checked {
  readonly path: string;
  /** Returns the token of a link that works. */
  readonly link: (service: Service, given: Given) => Promise<string>;
  readonly message: string;
  readonly data: (given: Given) => unknown;
  /** Using the link. */
  readonly use: (service: Service, token: string) => Promise<{ readonly status: number }>;
  /** If a used link is not just invalid. */
  readonly used?: { readonly status: number; readonly message: string };
  readonly refusals: readonly (readonly [name: string, then: Prepare, status?: number, message?: string])[];
  /** Suspended accounts may use it, too. */
  readonly worksSuspended: boolean;
  readonly lifetimeMs: number;
}

const CHECKED: readonly Checked[] = [
  {
    path: '/api/reset-password/details',
    link: (service, { email }) => resetToken(service, email),
    message: 'Details retrieved successfully',
    data: ({ email }) => ({ email }),
    use: (service, token) => service.request('POST', '/api/reset-password', { token, body: NEW }),
    refusals: [['a password that was replaced since', newPassword]],
    worksSuspended: true,
    lifetimeMs: 30 * 60_000,
  },
  {
    path: '/api/email-change/confirm/details',
    link: async (service, given) => {
      await ask(service, given);
      return confirmToken(service, given.address);
    },
    message: 'The link works',
    data: () => ({}),
    use: confirm,
    used: { status: 409, message: CHANGED },
    refusals: [
      ['a newer request', async (service, given) => askForAddress(service, given, freeAddress())],
      ['a new password', newPassword],
      ['a change that was stopped', async (service, { email }) => stop(service, await stopToken(service, email))],
      ['a suspended account', suspended, 403, 'Account is SUSPENDED'],
    ],
    worksSuspended: false,
    lifetimeMs: 60 * 60_000,
  },
  {
    path: '/api/email-change/stop/details',
    link: async (service, given) => {
      await ask(service, given);
      return stopToken(service, given.email);
    },
    message: 'The link works',
    data: () => ({}),
    use: stop,
    refusals: [
      ['a suspension, which ended the change', suspended],
      [
        'a change that was confirmed',
        async (service, { address }) => confirm(service, await confirmToken(service, address)),
        409,
        CHANGED,
      ],
    ],
    worksSuspended: false,
    lifetimeMs: DAY_MS,
  },
  {
    path: '/api/email-change/revert/details',
    link: async (service, given) => {
      await change(service, given);
      return revertToken(service, given.email);
    },
    message: 'The link works',
    data: () => ({}),
    use: revert,
    refusals: [],
    worksSuspended: true,
    lifetimeMs: 7 * DAY_MS,
  },
];

function scenariosOf({ link, message, data, use, ...checked }: Checked): Scenario<Given>[] {
  const works = (name: string, before?: Prepare): Scenario<Given> => ({
    name,
    when: async (made, service) => {
      const token = await link(service, made);
      await before?.(service, made);
      return { token };
    },
    status: 200,
    message,
    data: (found: unknown, made: Given) => assert.deepEqual(found, data(made)),
  });
  const refused = (name: string, then: (service: Service, token: string, made: Given) => Promise<unknown>) => ({
    name,
    when: async (made: Given, service: Service) => {
      const token = await link(service, made);
      await then(service, token, made);
      return { token };
    },
    status: 401,
    message: INVALID,
  });
  return [
    ...bearerScenarios<Given>({ wrongPurpose: 400 }).map(({ when, ...scenario }) => ({
      ...scenario,
      // A GET has no body.
      when: async (made: Given, service: Service) => ({ ...(await when(made, service)), body: undefined }),
    })),
    {
      name: 'a link of another kind',
      when: async ({ email }, service) => ({ token: await verificationToken(service, email) }),
      status: 400,
      message: 'Invalid token purpose',
    },
    works('a link that works'),
    {
      ...works('opened again and again, which uses nothing up'),
      when: async (made, service) => {
        const token = await link(service, made);
        for (let opened = 0; opened < 3; opened += 1) await service.request('GET', checked.path, { token });
        return { token };
      },
    },
    ...(checked.worksSuspended ? [works('of a suspended account', suspended)] : []),
    { ...refused('used', use), ...checked.used },
    refused('expired', (service) => service.clock.advance(checked.lifetimeMs)),
    ...checked.refusals.map(([name, then, status = 401, text = INVALID]) => ({
      ...refused(name, (service, _token, made) => then(service, made)),
      status,
      message: text,
    })),
  ];
}

describeOnBothDatabases('details of mailed links', (kind) => {
  const service = sharedService(kind);
  for (const checked of CHECKED) {
    describe(`GET ${checked.path}`, () => {
      runScenarios(service, ['GET', checked.path], given, scenariosOf(checked));
    });
  }
});
