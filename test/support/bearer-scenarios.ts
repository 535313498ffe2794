import { SignJWT } from 'jose';
import type { Scenario } from './scenarios.ts';
import { SIGNING_SECRET } from './service.ts';

/** A token signed with the service's own secret by an independent library, with whatever claims a test wants. */
export function forgeToken(claims: Record<string, unknown>, secret = SIGNING_SECRET, alg = 'HS256'): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const all = { iat: now, exp: now + 3600 * 24 * 365, jti: 'x', iss: 'latchkey', ...claims };
  return new SignJWT(all).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
}

const REQUIRED = 'Bearer token is required';
const INVALID = 'Invalid or expired token';

/** Of a token that we signed: whatever it says, it is not the purpose that was asked for. */
const WRONG_PURPOSES: Record<string, unknown> = {
  missing: undefined,
  empty: '',
  null: null,
  'a number': 1,
  'a list': ['auth', 'account_verification', 'password_reset'],
  'an object': {},
  unknown: 'admin',
  'in other letters': 'AUTH',
};

/** What every protected operation answers before it looks at anything else, a broken body included. */
export function bearerScenarios<Given>({ wrongPurpose }: { wrongPurpose: 400 | 401 }): Scenario<Given>[] {
  const refused = (name: string, message: string, headers: () => Promise<Record<string, string>>): Scenario<Given> => ({
    name: `token: ${name}`,
    needsNothing: true,
    when: async () => ({ headers: await headers(), body: '{' }),
    status: 401,
    message,
  });
  const purposed = ([name, purpose]: [string, unknown]): Scenario<Given> => ({
    ...refused(`purpose ${name}`, 'Invalid token purpose', async () => ({
      authorization: `Bearer ${await forgeToken({ sub: '1', purpose })}`,
    })),
    status: wrongPurpose,
  });
  const forged = (name: string, token: () => Promise<string>) =>
    refused(name, INVALID, async () => ({ authorization: `Bearer ${await token()}` }));
  return [
    refused('none', REQUIRED, async () => ({})),
    refused('another scheme', REQUIRED, async () => ({ authorization: 'Basic YTpi' })),
    refused('the scheme alone', REQUIRED, async () => ({ authorization: 'Bearer' })),
    refused('in another header', REQUIRED, async () => ({
      'x-access-token': await forgeToken({ sub: '1', purpose: 'auth' }),
    })),
    forged('not a token', async () => 'abc'),
    forged('signed by someone else', () =>
      forgeToken({ sub: '1', purpose: 'auth' }, 'another secret that is also long enough'),
    ),
    forged('another algorithm', () => forgeToken({ sub: '1', purpose: 'auth' }, SIGNING_SECRET.repeat(2), 'HS512')),
    forged('no signature', async () => (await forgeToken({ sub: '1', purpose: 'auth' })).replace(/[^.]*$/, '')),
    forged('alg none', async () => {
      const [, payload] = (await forgeToken({ sub: '1', purpose: 'auth' })).split('.');
      return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    }),
    forged('expired', () => forgeToken({ sub: '1', purpose: 'auth', exp: 1 })),
    forged('without expiry', () => forgeToken({ sub: '1', purpose: 'auth', exp: undefined })),
    forged('without subject', () => forgeToken({ purpose: 'auth' })),
    ...['0', '01', '-1', '1e3', '1.0', ' 1', 'abc', '9223372036854775808', ''].map((sub) =>
      forged(`subject "${sub}"`, () => forgeToken({ sub, purpose: 'auth' })),
    ),
    ...Object.entries(WRONG_PURPOSES).map(purposed),
    forged('neither purpose nor subject', () => forgeToken({})),
  ];
}
