import type { Config } from '../config/config.ts';
import { type Endpoint, jsonEnvelope } from '../http/endpoint.ts';
import { success } from '../http/envelope.ts';
import { createLocalAccess } from '../http/local-access.ts';
import type { DeveloperInbox } from '../mail/developer-inbox.ts';
import type { SharedServices } from '../operations/services.ts';
import { commitUnrecorded, type Store } from '../store/commit.ts';
import { query, statement } from '../store/engine/database.ts';
import { makeAccount, makeSession } from './make-account.ts';

interface TestParts {
  readonly config: Config;
  readonly services: SharedServices;
  readonly inbox: DeveloperInbox;
  /** Resolves once the e-mails of earlier requests are in the inbox. */
  readonly settled: () => Promise<void>;
}

/** Endpoints only of the test server: accounts and sessions without e-mails, the inbox, and a reset. */
export function testEndpoints({ config, services, inbox, settled }: TestParts): Endpoint[] {
  const refuseOthers = createLocalAccess({
    networks: config.inboxNetworks,
    trustedProxies: config.trustProxy,
    hostNames: () => [config.host],
  });
  let made = 0;
  const answer = (message: string, data: object, status = 200) => jsonEnvelope(success(message, data).body, status);
  const endpoints: Endpoint[] = [
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
    {
      method: 'POST',
      path: '/test/reset',
      async answer() {
        await settled();
        await empty(services.db);
        inbox.clear();
        return answer('Everything is removed', {});
      },
    },
  ];
  return endpoints.map((endpoint) => ({
    ...endpoint,
    answer(request) {
      refuseOthers(request);
      return endpoint.answer(request);
    },
  }));
}

const TABLES = query<{ name: string }>`SELECT name FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'schema_%' AND name <> 'locks'`;

/** Ids continue after a reset, so that earlier tokens belong to nobody. */
async function empty(db: Store): Promise<void> {
  const tables = (await db.all(TABLES)).map(({ name }) => name);
  const clear = tables.map((name) => statement(`DELETE FROM ${name}`, []));
  // Twice, because triggers may insert rows into tables that were already emptied.
  await commitUnrecorded(db, 'tests begin anew', {
    deferred: statement('PRAGMA defer_foreign_keys = ON', []),
    cleared: [...clear, ...clear],
  });
}
