import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

/**
 * Log lines for developers about refusals that only a browser or visitor sees: why something was refused, and which
 * setting decides. In development only, where the person who tries the app also reads the log.
 */
export interface DevelopmentHints {
  /** A cross-origin request whose answer the page cannot read. */
  refusedOrigin(origin: string, host: string | undefined): void;
  /** A verifier fetched a key set without keys. */
  emptyKeySet(): void;
  /** A visitor's return address is not allowed. */
  refusedReturn(address: string): void;
}

/** The maximum number of hints. More cannot come from a developer looking for a fault. */
const MAX_HINTS = 10;

interface HintSources {
  readonly config: Pick<Config, 'production' | 'keysDir'>;
  readonly corsOrigins: () => ReadonlySet<string>;
  readonly log: Logger;
}

export function createDevelopmentHints({ config, corsOrigins, log }: HintSources): DevelopmentHints | undefined {
  if (config.production) return undefined;
  const shown = new Set<string>();
  const hintOnce = (about: string, message: () => string) => {
    if (shown.has(about) || shown.size >= MAX_HINTS) return;
    shown.add(about);
    log.warn(message());
  };
  return {
    refusedOrigin(origin, host) {
      const url = URL.parse(origin);
      // The service's own pages need no permission, whatever host name they were opened under.
      if (url?.origin !== origin || url.host === host || corsOrigins().has(origin)) return;
      hintOnce(
        `origin ${origin}`,
        () =>
          `a page of ${origin} cannot read the answers, because CORS_ORIGINS does not list it. To allow it: ` +
          `CORS_ORIGINS=${[...corsOrigins(), origin].join(',')}`,
      );
    },
    emptyKeySet() {
      hintOnce(
        'key set',
        () =>
          '/.well-known/jwks.json is empty: tokens are signed with a shared secret (SIGNING_SECRET), which is no ' +
          `public key. To sign with one that others can verify with, put it into KEYS_DIR (${config.keysDir}): ` +
          'latchkey keys rotate',
      );
    },
    refusedReturn(address) {
      const origin = URL.parse(address)?.origin ?? 'null';
      hintOnce(`return ${origin}`, () =>
        origin === 'null'
          ? 'a return_to was passed over: it must be one whole http(s) address that RETURN_URLS allows'
          : `a return_to at ${origin} was passed over, because RETURN_URLS does not allow it; add it there`,
      );
    },
  };
}
