import type { SharedServices } from '../api/services.ts';
import type { Config } from '../config/config.ts';
import { FEATURES } from '../features/index.ts';
import { type Endpoint, jsonEnvelope } from '../http/endpoint.ts';
import { success } from '../http/envelope.ts';
import type { Body } from '../http/json-body.ts';
import { createLocalAccess } from '../http/local-access.ts';
import type { HttpRequest } from '../http/request.ts';
import type { DeveloperInbox } from '../mail/developer-inbox.ts';
import { MAX_PROBE_WAIT_MS } from '../mail/mail-outage.ts';
import type { Failures } from './failures.ts';
import { beginSessionOf, makeAccount, makeSession } from './make-account.ts';
import { reset } from './reset.ts';
import { type MovableTime, readAdvance } from './time.ts';

interface TestParts {
  readonly config: Config;
  readonly services: SharedServices;
  readonly inbox: DeveloperInbox;
  readonly time: MovableTime;
  readonly failures: Failures;
  /** The address of the API. */
  readonly url: () => string;
  /** Resolves once the e-mails of earlier requests are in the inbox. */
  readonly settled: () => Promise<void>;
}

/** Endpoints of the test server only. None needs a login, so all refuse every other machine. */
export function testEndpoints(parts: TestParts): Endpoint[] {
  const { config } = parts;
  const refuseOthers = createLocalAccess({
    networks: config.inboxNetworks,
    trustedProxies: config.trustProxy,
    hostNames: () => [config.host],
  });
  const { services, url } = parts;
  const logIn = async (request: HttpRequest, body: Body) =>
    (await beginSessionOf(request, services, body)).access_token;
  const ofFeatures = FEATURES.flatMap(({ forTests }) => forTests?.endpoints({ services, url, logIn }) ?? []);
  return [...accountEndpoints(parts), ...controlEndpoints(parts), ...ofFeatures].map((endpoint) => ({
    ...endpoint,
    answer(request) {
      refuseOthers(request);
      return endpoint.answer(request);
    },
  }));
}

const answer = (message: string, data: object, status = 200) => jsonEnvelope(success(message, data).body, status);

function accountEndpoints({ services, inbox, settled }: TestParts): Endpoint[] {
  let made = 0;
  return [
    {
      method: 'POST',
      path: '/test/accounts',
      async answer(request) {
        made += 1;
        return answer('Account made', await makeAccount(request, services, made), 201);
      },
    },
    {
      method: 'POST',
      path: '/test/sessions',
      answer: async (request) => answer('Session made', await makeSession(request, services), 201),
    },
    {
      method: 'GET',
      path: '/test/emails',
      async answer({ query }) {
        await settled();
        return answer('E-mails, newest first', inbox.list({ to: query.get('to') ?? undefined }));
      },
    },
  ];
}

function controlEndpoints({ services, inbox, settled, time, failures }: TestParts): Endpoint[] {
  return [
    {
      method: 'POST',
      path: '/test/clock',
      async answer(request) {
        await time.pass(readAdvance(await request.body()));
        return answer('Time has passed', { now: new Date(services.nowMs()).toISOString() });
      },
    },
    {
      method: 'POST',
      path: '/test/failures',
      async answer(request) {
        const wasMailDown = failures.isMailDown();
        failures.set(await request.body());
        // Saves tests the few seconds until the mail server is tried again.
        if (wasMailDown && !failures.isMailDown()) await time.pass(MAX_PROBE_WAIT_MS);
        return answer('Failures replaced', {});
      },
    },
    {
      method: 'POST',
      path: '/test/reset',
      async answer() {
        failures.clear();
        await settled();
        await reset(services.db);
        await time.reset();
        inbox.clear();
        return answer('Everything is removed but apps', {});
      },
    },
  ];
}
