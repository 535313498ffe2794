import type { Logger } from 'pino';
import { realTimers, type Timers } from '../runtime/timers.ts';
import { type KeyFolder, KeyFolderUnusable, readKeyFolder, stateOfKeyFolder } from './key-folder.ts';
import { type KeyRing, secretKey, signerAt } from './signing-key.ts';

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
export function readKeys({ keysDir, signingSecrets, signingSecret }: KeySettings): KeyFolder {
  const { keys, broken } = readKeyFolder(keysDir);
  return {
    keys: [
      ...keys,
      ...signingSecrets.map(({ kid, secret }) => secretKey(secret, kid)),
      ...(signingSecret === undefined ? [] : [secretKey(signingSecret)]),
    ],
    broken,
  };
}

/** Follows the folder while it is open: a rotation needs no restart. */
export function openKeyRing(
  settings: KeySettings,
  log: Logger,
  nowMs: () => number = Date.now,
  timers: Timers = realTimers,
): OpenKeyRing {
  let state = stateOfKeyFolder(settings.keysDir);
  let inFolder = readKeys(settings);
  if (!signerAt(inFolder.keys, nowMs())) throw nothingSigns(settings, inFolder);
  reportBroken(inFolder, log);
  let keys = inFolder.keys;
  let lookedAtMs = timers.nowMs();

  const readFolder = () => {
    const signer = signerAt(keys, nowMs());
    inFolder = readKeys(settings);
    reportBroken(inFolder, log);
    if (signer && !signerAt(inFolder.keys, nowMs())) {
      // Without any signer nobody could log in: the last one goes on, alone of those that are gone.
      keys = [...inFolder.keys, signer];
      log.error({ reason: nothingSigns(settings, inFolder).message }, 'the last signing key goes on signing');
    } else keys = inFolder.keys;
    log.info({ kids: keys.map(({ kid }) => kid ?? 'SIGNING_SECRET') }, 'signing keys read anew');
  };
  const look = () => {
    lookedAtMs = timers.nowMs();
    try {
      const newState = stateOfKeyFolder(settings.keysDir);
      if (newState !== state) readFolder();
      // A key that waited may sign by now, so that the one that is gone is not needed any more.
      else if (signerAt(inFolder.keys, nowMs())) keys = inFolder.keys;
      state = newState;
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

function reportBroken({ broken }: KeyFolder, log: Logger): void {
  for (const reason of broken) log.error({ reason }, 'a file of the key folder is passed over');
}

const nothingSigns = ({ keysDir }: KeySettings, { broken }: KeyFolder) =>
  new KeyFolderUnusable(
    `${[`${keysDir} holds no key that signs`, ...broken].join('; ')}. Make one with: latchkey keys rotate`,
  );
