import { type Jwk, keyFromJwk, type VerifyingKey } from './verifying-key.ts';

/** The keys of a service, fetched when they are needed. */
export interface KeySet {
  /** Undefined: the set has none of this name. Throws KeysUnavailable when nothing is known. */
  find(kid: string): Promise<VerifyingKey | undefined>;
}

export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** For a name that is not there, or a service that does not answer: asked at most this often. */
const COOL_DOWN_MS = 5000;
/** While the service is away, its keys are good for as long as the access tokens that it signed by default. */
const STALE_MS = 15 * 60_000;
const DEFAULT_AGE_MS = 20_000;
const LONGEST_WAIT_MS = 5000;

export function createKeySet(url: string | URL): KeySet {
  let keys = new Map<string, VerifyingKey>();
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let ageMs = DEFAULT_AGE_MS;
  let fetching: Promise<void> | undefined;

  async function fetchKeys(): Promise<void> {
    askedAtMs = Date.now();
    try {
      // A key set that moved is a mistake, or somebody else's.
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LONGEST_WAIT_MS) });
      if (!response.ok) return;
      keys = await keysIn(await response.json());
      fetchedAtMs = Date.now();
      const [, seconds] = /\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? [];
      ageMs = seconds === undefined ? DEFAULT_AGE_MS : Number(seconds) * 1000;
    } catch {
      // Unreachable, or no key set: what is known stays.
    }
  }

  /** Asked for by many, fetched once. */
  async function refresh(): Promise<void> {
    if (!fetching && Date.now() - askedAtMs < COOL_DOWN_MS) return;
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined;
    });
    await fetching;
  }

  return {
    async find(kid) {
      if (Date.now() - fetchedAtMs >= ageMs) await refresh();
      if (!keys.has(kid)) await refresh();
      if (Date.now() - fetchedAtMs > ageMs + STALE_MS) throw new KeysUnavailable(`no key set from ${url}`);
      return keys.get(kid);
    },
  };
}

async function keysIn(set: unknown): Promise<Map<string, VerifyingKey>> {
  const { keys } = set as { readonly keys: readonly Jwk[] };
  const found = await Promise.all(
    keys.map(async (jwk) => [jwk.kid, await keyFromJwk(jwk).catch(() => undefined)] as const),
  );
  return new Map(
    found.filter((one): one is [string, VerifyingKey] => typeof one[0] === 'string' && one[1] !== undefined),
  );
}
