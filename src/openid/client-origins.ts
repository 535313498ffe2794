import type { Database } from '../store/database.ts';
import { listOpenIdClients, type OpenIdClient } from '../store/openid-clients.ts';

/** The origins that scripts of an app call from: those of its redirect addresses, if it runs in a browser. All others call from a server or a device. */
export const originsOf = ({ confidential, native, redirectUris }: OpenIdClient): string[] =>
  confidential || native ? [] : [...new Set(redirectUris.map((uri) => new URL(uri).origin))];

/** An origin that was found is known for this long, also when its client is gone: CORS lets scripts read answers, and no token of theirs works any more. */
const KNOWN_MS = 60_000;
/** Unknown origins are looked up this often at most, so that a new client works at once and strangers cost nothing. */
const ASKED_EVERY_MS = 1000;

/** Whether scripts of this origin may call the provider, whichever instance its client was added at. */
export type AllowsOrigin = (origin: string) => Promise<boolean>;

export function createClientOrigins(database: Database, nowMs: () => number): AllowsOrigin {
  let known: ReadonlySet<string> = new Set();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      known = new Set((await listOpenIdClients(database)).flatMap(originsOf));
      readAtMs = nowMs();
    } finally {
      reading = undefined;
    }
  };
  return async (origin) => {
    if (nowMs() - readAtMs >= (known.has(origin) ? KNOWN_MS : ASKED_EVERY_MS)) {
      reading ??= read();
      await reading;
    }
    return known.has(origin);
  };
}
