import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createLanguages, type Languages } from '../config/languages.ts';
import type { OwnTexts } from '../config/text-overrides.ts';
import { availableLanguages, readTextsFolder } from '../config/texts-folder.ts';
import { createIsBreached, type IsBreached, lookUpOnline } from '../core/passwords/breached-passwords.ts';
import type { HashingCost } from '../core/passwords/password-hashing.ts';
import { createGuardedFetch, type GuardedFetch } from '../deliveries/guarded-fetch.ts';
import type { DataKeys } from '../keys/data-keys.ts';
import { openDataKeys } from '../keys/open-data-keys.ts';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import { isWithin } from '../lib/is-within.ts';
import { realTimers, type Timers } from '../lib/timers.ts';
import type { DeveloperInbox } from '../mail/developer-inbox.ts';
import type { Tracing } from '../monitoring/tracing/tracing.ts';
import { createSignedTokens, type SignedTokens } from '../tokens/signed-tokens.ts';

/** The settings file, and the names of its settings, for display in the administration. */
export interface SettingsFile {
  readonly path: string | undefined;
  readonly names: ReadonlySet<string>;
}

export interface ContextParts {
  readonly config: Config;
  readonly signingKeys: SigningKeyRing;
  readonly log: Logger;
  readonly nowMs?: () => number;
  readonly timers?: Timers;
  readonly hashingCost?: HashingCost;
  readonly settingsFile?: SettingsFile;
  /** Replaces the inbox in DATA_DIR. */
  readonly inbox?: DeveloperInbox;
  /** Undefined unless a collector is configured. */
  readonly tracing?: Tracing | undefined;
  /** Used only in tests: reaches stand-ins for Google, Microsoft and other providers. */
  readonly providerFetch?: GuardedFetch | undefined;
}

/** The dependencies from which the parts of the service are built. */
export interface AppContext extends ContextParts {
  readonly nowMs: () => number;
  readonly timers: Timers;
  readonly tokens: SignedTokens;
  readonly dataKeys: DataKeys;
  readonly isBreached: IsBreached | undefined;
  readonly ownTexts: OwnTexts;
  readonly languages: Languages;
  readonly frontendUrl: () => string;
}

/** Throws if a configured file is unusable, before anything is started that would have to be stopped. */
export function createContext(parts: ContextParts, frontendUrl: () => string): AppContext {
  const { config, signingKeys, log, nowMs = Date.now, timers = realTimers } = parts;
  const ownTexts = readTextsFolder(config.textsDir);
  const tokens = createSignedTokens({
    signingKeys,
    issuer: config.tokenIssuer,
    issuerIsChecked: config.tokenIssuerIsChecked,
    audience: config.tokenAudience,
    accessTtlMs: config.accessTokenTtlMs,
    accessEndsWithPassword: config.hardened,
    nowMs,
  });
  return {
    ...parts,
    nowMs,
    timers,
    tokens,
    ownTexts,
    frontendUrl,
    dataKeys: openDataKeys(config),
    isBreached: createBreachedPasswords(config, log, nowMs),
    languages: createLanguages(availableLanguages(ownTexts, config.languages)),
  };
}

/** The timeout is short, because a person waits for the answer. */
const TIMEOUT_MS = 1000;
/** A padded range has 40 KB. */
const MAX_BYTES = 256 * 1024;

/** Undefined with BREACHED_PASSWORDS=off. */
function createBreachedPasswords(config: Config, log: Logger, nowMs: () => number): IsBreached | undefined {
  const { breachedPasswords: url, deliveryNetworks } = config;
  if (url === 'off') return undefined;
  // Plain http is safe: the setting accepts it only for this machine.
  const fetch = createGuardedFetch({
    isAllowed: isWithin(deliveryNetworks),
    plainHttp: true,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  return createIsBreached({ lookUp: lookUpOnline(url, fetch, nowMs), log, nowMs });
}
