import type { Logger } from 'pino';
import { reasonOf } from '../lib/reason-of.ts';
import { realTimers, type Timers } from '../lib/timers.ts';
import { type SigningKey, type SigningKeyRing, secretKey, signingKeyAt } from './signing-key.ts';
import {
  readSigningKeyFolder,
  type SigningKeyFolder,
  SigningKeyFolderUnusable,
  stateOfSigningKeyFolder,
} from './signing-key-folder.ts';

/** The longest time until every instance uses a new key, or refuses a retired one. */
const POLL_INTERVAL_MS = 5000;
/** A new key signs after this delay: every instance and cache of the key set knows it before the first token. */
export const ACTIVATION_DELAY_MS = 60_000;
/**
 * How long the key set may be cached. Verifiers that meet an unknown key look again at once, or half a minute after
 * their last look: that, a cache in between and the poll of an instance together are less than the delay.
 */
export const KEY_SET_CACHED_MS = 20_000;
/**
 * How often the folder is looked at for what cannot wait: a token that is signed, a key set that is asked for, an
 * unknown `kid`. Neither load nor forged tokens keep the service reading the disk.
 */
export const RELOAD_INTERVAL_MS = 250;

export interface SigningKeySettings {
  readonly keysDir: string;
  readonly signingSecrets: readonly { readonly kid: string; readonly secret: string }[];
  readonly signingSecret: string | undefined;
}

export interface OpenSigningKeyRing extends SigningKeyRing {
  close(): void;
}

/** In order of precedence for signing: keys of KEYS_DIR, then SIGNING_SECRETS, then SIGNING_SECRET. */
export function readSigningKeys({ keysDir, signingSecrets, signingSecret }: SigningKeySettings): SigningKeyFolder {
  const { keys, broken } = readSigningKeyFolder(keysDir);
  return {
    keys: [
      ...keys,
      ...signingSecrets.map(({ kid, secret }) => secretKey(secret, kid)),
      ...(signingSecret === undefined ? [] : [secretKey(signingSecret)]),
    ],
    broken,
  };
}

/** Polls the key folder until closed, so that a key rotation needs no restart. */
export function openSigningKeyRing(
  settings: SigningKeySettings,
  log: Logger,
  nowMs: () => number = Date.now,
  timers: Timers = realTimers,
): OpenSigningKeyRing {
  let state = stateOfSigningKeyFolder(settings.keysDir);
  let inFolder = readSigningKeys(settings);
  if (!signingKeyAt(inFolder.keys, nowMs())) throw noSigningKey(settings, inFolder);
  logBrokenFiles(inFolder, log);
  let keys = inFolder.keys;
  /** The signer whose file is gone. */
  let kept: SigningKey | undefined;
  let polledAtMs = timers.nowMs();

  /** A key of the folder that no other one of the folder replaces. */
  const isLost = (signer: SigningKey): boolean =>
    !isSecretOf(settings, signer) &&
    !inFolder.keys.some((key) => key.signsFromMs <= nowMs() && !isSecretOf(settings, key));

  const useFolder = () => {
    kept = undefined;
    keys = inFolder.keys;
  };
  const reloadFolder = () => {
    const signer = signingKeyAt(keys, nowMs());
    inFolder = readSigningKeys(settings);
    logBrokenFiles(inFolder, log);
    if (signer && isLost(signer)) {
      // Without a signing key nobody could log in, and with a secret instead others could check no token: the last key
      // of the folder is kept in memory although its file is gone.
      kept = signer;
      keys = [signer, ...inFolder.keys];
      log.error({ reason: noSigningKey(settings, inFolder).message }, 'continuing with the last signing key');
    } else useFolder();
    log.info({ kids: keys.map(({ kid }) => kid ?? 'SIGNING_SECRET') }, 'signing keys reloaded');
  };
  const look = (onError: (error: unknown) => void) => {
    polledAtMs = timers.nowMs();
    try {
      const newState = stateOfSigningKeyFolder(settings.keysDir);
      if (newState !== state) reloadFolder();
      // A new key may have become active (signs_from) since: then the removed key that was kept in memory is dropped.
      else if (kept && !isLost(kept)) useFolder();
      state = newState;
    } catch (error) {
      onError(error);
    }
  };
  const poll = () => look((error) => log.error({ reason: reasonOf(error) }, 'keeping the previous signing keys'));
  const stopPolling = timers.every(POLL_INTERVAL_MS, poll);
  return {
    current: () => keys,
    reload() {
      // What is wrong is logged by the next poll, and not as often as requests come.
      if (timers.nowMs() - polledAtMs >= RELOAD_INTERVAL_MS) look(() => {});
    },
    close: stopPolling,
  };
}

/** Whether a key is SIGNING_SECRET or one of SIGNING_SECRETS. */
const isSecretOf = ({ signingSecrets }: SigningKeySettings, { kid }: SigningKey): boolean =>
  kid === undefined || signingSecrets.some((one) => one.kid === kid);

function logBrokenFiles({ broken }: SigningKeyFolder, log: Logger): void {
  for (const reason of broken) log.error({ reason }, 'ignoring a file in the key folder');
}

const noSigningKey = ({ keysDir }: SigningKeySettings, { broken }: SigningKeyFolder) =>
  new SigningKeyFolderUnusable(
    `${[`${keysDir} holds no key that signs`, ...broken].join('; ')}. Make one with: latchkey keys rotate`,
  );
