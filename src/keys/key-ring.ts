import type { Logger } from 'pino';
import { type KeyRing, type SigningKey, secretKey, signerAt } from '../accounts/signing-key.ts';
import { realTimers, type Timers } from '../timers.ts';
import { KeyFolderUnusable, readKeyFolder, stateOfKeyFolder } from './key-folder.ts';

/** How soon every instance knows a new key, or has forgotten a retired one. */
const LOOK_EVERY_MS = 5000;
/** However many tokens name keys that do not exist, the folder is not read more often for them. */
const LOOK_AGAIN_AFTER_MS = 1000;

export interface KeySettings {
  readonly keysDir: string;
  readonly signingSecrets: readonly { readonly kid: string; readonly secret: string }[];
  readonly signingSecret: string | undefined;
}

export interface OpenKeyRing extends KeyRing {
  close(): void;
}

/** Keys of the folder come before secrets of the environment, and those before the one that names no key. */
export function readKeys({ keysDir, signingSecrets, signingSecret }: KeySettings): SigningKey[] {
  return [
    ...readKeyFolder(keysDir),
    ...signingSecrets.map(({ kid, secret }) => secretKey(secret, kid)),
    ...(signingSecret === undefined ? [] : [secretKey(signingSecret)]),
  ];
}

/** Follows the folder while it is open: a rotation needs no restart. */
export function openKeyRing(
  settings: KeySettings,
  log: Logger,
  nowMs: () => number = Date.now,
  timers: Timers = realTimers,
): OpenKeyRing {
  let state = stateOfKeyFolder(settings.keysDir);
  let keys: readonly SigningKey[] = readKeys(settings);
  if (!signerAt(keys, nowMs())) {
    throw new KeyFolderUnusable(`${settings.keysDir} holds no key that signs. Make one with: latchkey keys rotate`);
  }
  let lookedAtMs = timers.nowMs();

  const look = () => {
    lookedAtMs = timers.nowMs();
    try {
      const newState = stateOfKeyFolder(settings.keysDir);
      if (newState === state) return;
      const newKeys = readKeys(settings);
      if (!signerAt(newKeys, nowMs())) throw new KeyFolderUnusable(`${settings.keysDir} holds no key that signs`);
      state = newState;
      keys = newKeys;
      log.info({ kids: keys.map(({ kid }) => kid ?? 'SIGNING_SECRET') }, 'signing keys read anew');
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'signing keys stay as they were');
    }
  };
  const endLooking = timers.every(LOOK_EVERY_MS, look);
  return {
    current: () => keys,
    lookAgain() {
      if (timers.nowMs() - lookedAtMs >= LOOK_AGAIN_AFTER_MS) look();
    },
    close: endLooking,
  };
}
