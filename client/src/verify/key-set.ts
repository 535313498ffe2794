import { type Jwk, keyFromJwk, type VerifyingKey } from './verifying-key.ts';

/** The keys of a service, fetched on demand. */
interface KeySet {
  /** Undefined if the set has no such key. Throws KeysUnavailable if no set could be fetched. */
  find(kid: string): Promise<VerifyingKey | undefined>;
}

export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** The minimum time between fetches after an unknown key or a failure. */
const COOL_DOWN_MS = 5000;
/** While the service is unreachable, its keys stay valid for the default lifetime of its access tokens. */
const STALE_MS = 15 * 60_000;
const DEFAULT_AGE_MS = 20_000;
const TIMEOUT_MS = 5000;

export function createKeySet(url: string | URL): KeySet {
  let keys = new Map<string, VerifyingKey>();
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let missedAtMs = Number.NEGATIVE_INFINITY;
  let ageMs = DEFAULT_AGE_MS;
  let fetching: Promise<void> | undefined;

  async function fetchKeys(): Promise<void> {
    askedAtMs = Date.now();
    try {
      // A redirected key set is a mistake or an attack.
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      // A cached set may lack a new key.
      const response = await fetch(url, { redirect: 'error', cache: 'no-cache', signal });
      if (!response.ok) return;
      keys = await keysIn(await response.json());
      fetchedAtMs = Date.now();
      const [, seconds] = /\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? [];
      ageMs = seconds === undefined ? DEFAULT_AGE_MS : Number(seconds) * 1000;
    } catch {
      // Unreachable, or not a key set: keeps the known keys.
    }
  }

  /** Concurrent calls share one fetch. */
  function refresh(): Promise<void> {
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }
  const isDue = (lastMs: number): boolean => Date.now() - lastMs >= COOL_DOWN_MS;
  const isAnswered = (): boolean => fetchedAtMs >= askedAtMs;

  return {
    async find(kid) {
      const isOld = Date.now() - fetchedAtMs >= ageMs;
      if (isOld && (fetching || isDue(askedAtMs))) await refresh();
      // The key may be newer than the set: the first unknown name is looked up immediately, the next ones wait.
      else if (!keys.has(kid) && (fetching || (isDue(missedAtMs) && (isAnswered() || isDue(askedAtMs))))) {
        missedAtMs = Date.now();
        await refresh();
      }
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
