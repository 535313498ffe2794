import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SCOPE_NAMES, type Scope } from '../../src/administration/scopes.ts';
import type { LoadedRoute } from '../../src/api/route.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { ADMIN_CHANGES, type Prepared } from '../support/changing-operations.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { freeAddress } from '../support/email-change.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import { EVERY_FEATURE, loggedIn, registration, type Service, type Session } from '../support/service.ts';

/** The operations by which an account becomes the thief's, by the scope they take; docs/administration.md says so. */
const TAKES_OVER: Partial<Record<Scope, readonly string[]>> = { 'users:email': ['adminChangeUserEmail'] };

/** Whatever could bring the account to the thief's mailbox, in place of what the operation is tested with otherwise. */
const hostileBody = (id: string, victim: Session, thief: string): unknown => {
  const { password: _, ...profile } = registration();
  const bodies: Readonly<Record<string, unknown>> = {
    adminChangeUserEmail: { email: thief },
    adminInviteUser: { ...profile, email: thief, confirmed: true },
    adminUpdateUser: { full_name: thief, phone_number: '+44 20 7946 0001', language: 'fr', profile_image_url: null },
    adminChangeUsers: { action: 'end-sessions', ids: [victim.id] },
  };
  return bodies[id];
};

const routesOf = (scope: Scope) =>
  ROUTES.filter(({ path, operation }) => operation.admin?.scope === scope && !path.endsWith('/live'));

/** Sends what the route takes, about this account. Returns the text of the answer. */
async function use(service: Service, route: LoadedRoute, sent: Record<'admin' | 'victim', Session>, thief: string) {
  const { method, path, operation } = route;
  const { admin, victim } = sent;
  const token = await apiKeyOf(service, admin, { scopes: [operation.admin?.scope ?? ''] });
  const prepared: Prepared = (await ADMIN_CHANGES[operation.id]?.(service, admin)) ?? {};
  const isOfUser = path.startsWith('/api/admin/users/:id');
  const params: Prepared['params'] = { ...prepared.params, ...(isOfUser && { id: victim.id }) };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => String(params?.[name] ?? '1'));
  const body = hostileBody(operation.id, victim, thief) ?? prepared.body;
  const answer = await service.request(method, filled, { token, body });
  assert.notEqual(answer.headers.get('x-error-code'), 'insufficient_scope', operation.id);
  return answer.text;
}

const tokensTo = async (service: Service, address: string): Promise<string[]> =>
  (await service.emailsTo(address)).flatMap(({ text }) =>
    [...text.matchAll(/[?&#]token=([\w.-]+)/g)].map(([, token = '']) => token),
  );

/** Follows every link that came to the thief's mailbox, asks for a new password there, and logs in. */
async function loginOf(service: Service, thief: string): Promise<number | undefined> {
  const body = { new_password: 'Thiefs-own-1' };
  const follow = async () => {
    for (const token of await tokensTo(service, thief))
      for (const path of ['/api/verify', '/api/email-change/confirm', '/api/invitation/accept', '/api/reset-password'])
        await service.request('POST', path, { token, body });
  };
  await follow();
  await service.request('POST', '/api/forgot-password', { body: { email: thief } });
  await follow();
  const { data } = await service.request('POST', '/api/login', { body: { email: thief, password: body.new_password } });
  return data?.user.id;
}

describeOnBothDatabases('whoever stole an API key', (kind) => {
  const service = sharedService(kind, { ...EVERY_FEATURE, SESSIONS: 'many', MAX_EMAIL_BURST: '0' });
  for (const scope of SCOPE_NAMES) {
    const expected = TAKES_OVER[scope] ?? [];
    it(`${expected.length > 0 ? 'can' : 'cannot'} take an account over with ${scope}`, async () => {
      const admin = await loggedInAdmin(service());
      const found: string[] = [];
      for (const route of routesOf(scope)) {
        const [victim, thief] = [await loggedIn(service()), freeAddress()];
        await service().request('POST', '/api/forgot-password', { body: { email: victim.email } });
        const answer = await use(service(), route, { admin, victim }, thief);
        for (const token of await tokensTo(service(), victim.email))
          assert.ok(!answer.includes(token), `${route.operation.id} hands out a link of the owner`);
        if ((await loginOf(service(), thief)) === victim.id) found.push(route.operation.id);
      }
      assert.deepEqual(found, expected);
    });
  }
});
