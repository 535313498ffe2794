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

/** The longest time until every instance uses a new key or refuses a retired one. */
const POLL_INTERVAL_MS = 5000;
/** The delay before a new key signs, in which every instance and cache of the key set learns it. */
export const ACTIVATION_DELAY_MS = 60_000;
/**
 * How long the key set may be cached. Verifiers that see an unknown key fetch the set at once, or half a minute after
 * their last fetch. That, one cache and the poll of an instance together take less than the activation delay.
 */
export const KEY_SET_CACHED_MS = 20_000;
/**
 * The minimum time between reloads of the folder on demand: for a signature, a request for the key set or an unknown
 * `kid`. Neither load nor forged tokens can keep the service reading the disk.
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

/** All keys in order of precedence for signing: KEYS_DIR, then SIGNING_SECRETS, then SIGNING_SECRET. */
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
  /** The current signer if its file is gone. */
  let kept: SigningKey | undefined;
  let polledAtMs = timers.nowMs();

  /** Whether this key of the folder was removed without a successor. */
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
      // Without a signing key no login would work, and with a secret others could verify no token. So the folder's last
      // key is kept in memory although its file is gone.
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
      // A new key may have become active (signs_from) since; then the removed key is dropped from memory.
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
      // The next poll logs any problem; logging here would repeat it for every request.
      if (timers.nowMs() - polledAtMs >= RELOAD_INTERVAL_MS) look(() => {});
    },
    close: stopPolling,
  };
}

const isSecretOf = ({ signingSecrets }: SigningKeySettings, { kid }: SigningKey): boolean =>
  kid === undefined || signingSecrets.some((signingSecret) => signingSecret.kid === kid);

function logBrokenFiles({ broken }: SigningKeyFolder, log: Logger): void {
  for (const reason of broken) log.error({ reason }, 'ignoring a file in the key folder');
}

const noSigningKey = ({ keysDir }: SigningKeySettings, { broken }: SigningKeyFolder) =>
  new SigningKeyFolderUnusable(
    `${[`${keysDir} holds no key that signs`, ...broken].join('; ')}. Make one with: latchkey keys rotate`,
  );
