import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withoutAddress } from '../../src/store/audit/record.ts';
import { unrecorded } from '../../src/store/change.ts';
import { Conflict, type Statement } from '../../src/store/engine/database.ts';
import type { Role } from '../../src/store/tables/user.ts';
import * as users from '../../src/store/tables/users.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { finish, person, register } from '../support/identities.ts';
import { SHARED_PROVIDER } from '../support/identity-provider.ts';
import { insertUser } from '../support/insert-user.ts';
import { sharedService } from '../support/scenarios.ts';
import { registration, verificationToken } from '../support/service.ts';
import { createStandIns } from '../support/well-known-providers.ts';

const codeOf = ({ headers, status }: { readonly headers: Headers; readonly status: number }) =>
  headers.get('x-error-code') ?? status;

const PROOFS = ['decided', 'checked', 'claimed'] as const;
type Proof = (typeof PROOFS)[number];

let ids = 0;

/** What logging in answers where an account has the address, or else the status of the account that is made. */
interface Row {
  readonly holder: 'nobody' | `${'invited' | 'entered'} ${Role}`;
  readonly open: Readonly<Record<Proof, string | number>>;
  readonly withDomains: Readonly<Record<Proof, string | number>>;
}

const LINK = { decided: 'link_required', checked: 'link_required', claimed: 'link_required' };
const ROWS: readonly Row[] = [
  {
    holder: 'nobody',
    open: { decided: 'ACTIVE', checked: 'ACTIVE', claimed: 'INACTIVE' },
    withDomains: { decided: 'ACTIVE', checked: 'INACTIVE', claimed: 'INACTIVE' },
  },
  { holder: 'invited USER', open: { ...LINK, decided: 200, checked: 200 }, withDomains: { ...LINK, decided: 200 } },
  { holder: 'invited ADMIN', open: { ...LINK, decided: 200 }, withDomains: { ...LINK, decided: 200 } },
  { holder: 'entered USER', open: LINK, withDomains: LINK },
  { holder: 'entered ADMIN', open: LINK, withDomains: LINK },
];

for (const [column, settings] of [
  ['open', {}],
  ['withDomains', { EMAIL_DOMAINS: 'corp.example' }],
] as const)
  describeOnBothDatabases(`what an address opens, by what the provider knows about it: ${column}`, (kind) => {
    const standIns = createStandIns();
    const all = { ...standIns.settings, ...SHARED_PROVIDER.settings, ...settings };
    const service = sharedService(kind, all, {
      providerFetch: (url, init) =>
        url.startsWith(SHARED_PROVIDER.issuer) ? fetch(url, init as RequestInit) : standIns.fetch(url, init),
    });

    /** Logs in as somebody new with this address: at GitHub, which has checked it, or at a provider that hands it out. */
    async function at(proof: Proof, email: string): Promise<string> {
      const { request } = service();
      if (proof !== 'checked') {
        const who = person({ email, email_verified: proof === 'decided' });
        return (await finish(service(), SHARED_PROVIDER, who)).data.ticket;
      }
      ids += 1;
      standIns.visitor = { id: ids, emails: [{ email, primary: true, verified: true }] };
      const { flow, url } = (await request('POST', '/api/identity/begin', { body: { provider: 'github' } })).data;
      const { redirectUri, sent } = standIns.logIn(url);
      const body = { flow, address: `${redirectUri}?${sent}` };
      return (await request('POST', '/api/identity/finish', { body })).data.ticket;
    }
    const logIn = (ticket: string) => service().request('POST', '/api/login/identity', { body: { ticket } });

    async function hold(email: string, state: string, role: Role) {
      const [isInvited, accountStatus] = state === 'invited' ? [true, 'INACTIVE' as const] : [false, 'ACTIVE' as const];
      const { full_name: fullName = '', industry = '', phone_number } = registration();
      const fields = { fullName, industry, phoneNumber: phone_number ?? '', language: 'en', passwordHash: null };
      return insertUser(service().db, { ...fields, email, role, isInvited, accountStatus });
    }

    for (const { holder, [column]: expected } of ROWS)
      for (const proof of PROOFS)
        it(`${proof}, ${holder}: ${expected[proof]}`, async () => {
          const email = String(person().email);
          const [state = '', role] = holder.split(' ') as [string, Role];
          const account = holder === 'nobody' ? undefined : await hold(email, state, role);
          const ticket = await at(proof, email);
          if (!account) {
            const made = await register(service(), ticket, { email });
            assert.equal(made.data.account_status, expected[proof], made.text);
            if (made.data.account_status === 'ACTIVE') return;
            assert.equal(codeOf(await logIn(ticket)), 'account_not_active');
            const token = await verificationToken(service(), email);
            assert.equal((await service().request('POST', '/api/verify', { token })).status, 200);
            assert.equal((await logIn(ticket)).status, 200, 'the mailed link has proven it');
            return;
          }
          const answer = await logIn(ticket);
          assert.equal(answer.status === 200 ? 200 : codeOf(answer), expected[proof], answer.text);
          const now = await users.byId(service().db, account.id);
          const isEntered = expected[proof] === 200 || state === 'entered';
          assert.deepEqual([now?.accountStatus, now?.role], [isEntered ? 'ACTIVE' : 'INACTIVE', role]);
        });

    it('is decided again where the account has become an administrator meanwhile', async () => {
      const invited = await hold(String(person().email), 'invited', 'USER');
      const { db } = service();
      const commit = (statement: Statement) => db.commit(withoutAddress(null), unrecorded('a test', { statement }));
      await commit(users.setRole(invited.id, 'ADMIN', false));
      await assert.rejects(commit(users.acceptInvitation(invited, null)), Conflict);
    });
  });
