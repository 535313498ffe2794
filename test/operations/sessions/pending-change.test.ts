import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OPERATOR } from '../../../src/cli/framework/operator.ts';
import { endOneSession, endSessionsExcept } from '../../../src/core/sign-in/end-sessions.ts';
import { operatorLogin } from '../../../src/core/sign-in/recent-login.ts';
import { addApp } from '../../support/authenticator.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { askForAddress, confirm, confirmToken, freeAddress } from '../../support/email-change.ts';
import { sharedService } from '../../support/scenarios.ts';
import { type Account, claimsOf, logIn, type Service, verified } from '../../support/service.ts';

interface Tokens {
  readonly accessToken: string;
  readonly sid: string;
}

interface Way {
  /** Ends the other session, or more. */
  end(service: Service, account: Account, own: Tokens, other: Tokens): Promise<unknown>;
  /** What becomes of a change of address that each of the two sessions has asked for. */
  readonly goesOn: { readonly own: boolean; readonly other: boolean };
}

const OTHER_ALONE = { own: true, other: false };
const WAYS: Readonly<Record<string, Way>> = {
  'the owner ends all other sessions': {
    end: ({ request }, _, { accessToken: token }) => request('POST', '/api/me/sessions/end-others', { token }),
    goesOn: OTHER_ALONE,
  },
  'the owner ends that session': {
    end: ({ request }, _, { accessToken: token }, { sid }) => request('DELETE', `/api/me/sessions/${sid}`, { token }),
    goesOn: OTHER_ALONE,
  },
  'the owner adds an authenticator app': {
    end: (service, account, { accessToken }) => addApp(service, account, accessToken),
    goesOn: OTHER_ALONE,
  },
  'the operator ends that session': {
    end: ({ db }, { id }, _, { sid }) => endOneSession(db, id, sid, operatorLogin(), OPERATOR),
    goesOn: OTHER_ALONE,
  },
  'the operator ends all sessions': {
    end: ({ db }, { id }) => endSessionsExcept(db, id, undefined, OPERATOR),
    goesOn: { own: false, other: false },
  },
};

describeOnBothDatabases('a change of address that waits while sessions end', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many' });
  const enter = async (account: Account): Promise<Tokens> => {
    const { access_token: accessToken } = (await logIn(service(), account)).data;
    return { accessToken, sid: claimsOf(accessToken).sid ?? '' };
  };

  for (const [way, { end, goesOn }] of Object.entries(WAYS)) {
    for (const asker of ['own', 'other'] as const) {
      const ends = goesOn[asker] ? 'goes on' : 'is stopped';
      const session = asker === 'own' ? 'the session that stays' : 'the other session';
      it(`${ends} where ${session} asked for it: ${way}`, async () => {
        const account = await verified(service());
        const sessions = { own: await enter(account), other: await enter(account) };
        const address = freeAddress();
        assert.equal((await askForAddress(service(), sessions[asker], address)).status, 200);
        const token = await confirmToken(service(), address);
        await end(service(), account, sessions.own, sessions.other);
        assert.equal((await confirm(service(), token)).status === 200, goesOn[asker]);
      });
    }
  }
});
