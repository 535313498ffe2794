import { ROUTES } from '../support/routes.ts';
import { NASTY_BODIES, NASTY_HEADERS, NASTY_HTTP, NASTY_STRINGS, NASTY_VALUES } from './nasty-values.ts';
import { createOpenIdFuzzer, type OpenIdIngredients } from './openid-requests.ts';

/** How many requests go to the endpoints of apps. */
const OPENID_SHARE = 0.25;

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sent as it stands, instead of all the above. */
  readonly raw?: string;
}

/** What is right, to be mixed with what is wrong: only so do requests get past the first check. */
export interface Ingredients {
  readonly tokens: readonly string[];
  readonly values: readonly string[];
  /** Of accounts that administrators may do anything with. */
  readonly ids: readonly number[];
  readonly openId: OpenIdIngredients;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly members: readonly string[];
  /** The parameters of the query string, with the values that each may have where they are named. */
  readonly query: readonly { readonly name: string; readonly choices: readonly string[] }[];
}

/** Answers until the client leaves. */
const ENDLESS = '/api/admin/audit/live';

/** Every operation as it is declared, and the paths beside it. */
function operations(): Operation[] {
  const described = ROUTES.filter(({ path }) => path !== ENDLESS).map(({ method, path, operation }) => ({
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    query: Object.entries(operation.query ?? {}).map(([name, schema]) => ({
      name,
      choices: (schema.enum as readonly string[] | undefined) ?? [],
    })),
    members: Object.keys((operation.body?.properties as object | undefined) ?? {}),
  }));
  const others = [
    '/healthz',
    '/readyz',
    '/.well-known/jwks.json',
    '/nowhere',
    '/api',
    '/api/me/',
    '/API/ME',
    '//api/me',
  ];
  // Most of what can go wrong is in what anybody may send, without a token.
  const open = new Set(ROUTES.filter(({ operation }) => !operation.bearer).map(({ path }) => path));
  const often = described.filter(({ path }) => open.has(path));
  const beside = others.map((path) => ({ method: 'GET', path, members: [], query: [] }));
  return [...described, ...described, ...often, ...often, ...often, ...often, ...beside];
}

const TOO_LARGE = JSON.stringify({ email: 'x'.repeat(64 * 1024) });

/** Values of members that few others would fit. */
const BODY_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  role: ['ADMIN', 'USER'],
  action: ['suspend', 'reinstate', 'end-sessions', 'delete'],
  redirect_uris: [['https://shop.example.com/cb'], ['com.example.shop:/cb', 'http://127.0.0.1/cb'], ['javascript:x']],
  scopes: [['openid', 'email'], ['users:read']],
  native: [true, false],
  confidential: [true, false],
  type: ['confidential', 'public', 'x'],
  pkce: ['required', 'optional', 'x'],
  first_party: [true, false],
  pairwise: [true, false],
  overlap_seconds: [0, 60],
  networks: [[], ['203.0.113.0/24'], ['::1', '10.0.0.0/8']],
};

const QUERY_VALUES = [
  '1',
  '50',
  '2026-01-31',
  '2026-01-31T09:00:00Z',
  '0000-01-01',
  '9999-12-31',
  '203.0.113.7',
  'any',
];

/** As lists hand them out, and with other values in them. */
const CURSORS = [
  ['', 1],
  ['a', 9_007_199_254_740_991],
  ['0 2026-01-31 09:00:00.123456+00', 1],
  ['0 1767225600000', 1],
  ['490000 login_failed 203.0.113.7', 1],
].map(([key, id]) => Buffer.from(JSON.stringify([key, id, ''])).toString('base64url'));

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Mulberry32: small, and the same numbers for the same seed everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same requests for the same seed and ingredients. */
export function createFuzzer(seed: number, { tokens, values, ids, openId }: Ingredients): () => FuzzRequest {
  const all = operations();
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const chance = (share: number): boolean => random() < share;

  function mutated(text: string): string {
    const at = Math.floor(random() * (text.length + 1));
    const inserted = chance(0.5) ? pick(NASTY_STRINGS).slice(0, 200) : '';
    return text.slice(0, at) + inserted + text.slice(at + Math.floor(random() * 3));
  }
  function authorization(): Record<string, string> {
    if (chance(0.3)) return {};
    const token = chance(0.7) ? pick(tokens) : mutated(pick(tokens)).replaceAll(/[^\x20-\x7e]/g, '?');
    return { authorization: `${chance(0.9) ? 'Bearer' : pick(['bearer ', 'Basic', '', 'Bearer Bearer'])} ${token}` };
  }
  let newcomers = 0;
  function right(name: string): unknown {
    newcomers += 1;
    if (name === 'ids') return [pick(ids), pick(ids)];
    if (name === 'days') return 1;
    const fitting = BODY_VALUES[name];
    if (fitting) return pick(fitting);
    if (name === 'email' && chance(0.5)) return `fuzz${seed}-${newcomers}@example.com`;
    if (name === 'phone_number') return `+${seed} ${newcomers}`;
    return name.includes('password') && chance(0.5) ? 'Another-one-1' : pick(values);
  }
  function member(name: string): unknown {
    if (chance(0.6)) return right(name);
    return chance(0.8) ? pick(NASTY_VALUES) : mutated(pick(values));
  }
  function body(members: readonly string[]): string | Buffer {
    if (chance(0.02)) return TOO_LARGE;
    if (chance(0.1)) return pick(NASTY_BODIES);
    const named = members.filter(() => chance(0.9)).map((name) => [name, member(name)]);
    const extra = chance(0.2)
      ? [[pick(['id', 'role', 'account_status', 'password_hash', ...NASTY_STRINGS]), member('')]]
      : [];
    const text = JSON.stringify(Object.fromEntries([...named, ...extra]));
    return chance(0.03) ? mutated(text) : text;
  }

  const nastyText = () =>
    chance(0.5) ? pick(NASTY_STRINGS.filter((one) => one.isWellFormed())) : mutated(pick(CURSORS));
  const encoded = (text: string): string => encodeURIComponent(text.toWellFormed().slice(0, 1500));
  /** Mostly an account that there is. */
  const filled = (path: string): string =>
    path.replaceAll(/\{\w+\}/g, () => (chance(0.8) ? String(pick(ids)) : encoded(nastyText()) || '%00'));
  function queryOf(query: Operation['query']): string {
    const given = query
      .filter(() => chance(0.4))
      .map(({ name, choices }) => {
        const good = choices.length > 0 ? choices : [...CURSORS, ...QUERY_VALUES, ...values, String(pick(ids))];
        return `${name}=${encoded(chance(0.7) ? pick(good) : nastyText())}`;
      });
    if (chance(0.05)) given.push(`${encoded(nastyText())}=1`);
    return given.length === 0 ? '' : `?${given.join('&')}`;
  }

  const forApps = createOpenIdFuzzer(openId, { pick, chance, mutated });
  return () => {
    if (chance(OPENID_SHARE)) return forApps();
    if (chance(0.03)) return { method: '', path: '', headers: {}, raw: pick(NASTY_HTTP) };
    const { method: right, path, members, query } = pick(all);
    const method = chance(0.95) ? right : pick(METHODS);
    const headers = { ...authorization(), ...(chance(0.3) && pick(NASTY_HEADERS)) };
    const hasBody = method !== 'GET' && method !== 'HEAD' && chance(0.97);
    return {
      method,
      path: (filled(path) + queryOf(query)).slice(0, 6000),
      headers,
      ...(hasBody && { body: body(members) }),
    };
  };
}
