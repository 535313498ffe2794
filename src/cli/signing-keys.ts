import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { recordSigningKey } from '../administration/installation-events.ts';
import { type Config, readConfig } from '../config/config.ts';
import { featureWithApps } from '../config/features.ts';
import { longestLifetimeMs } from '../declare/purposes-and-lifetimes.ts';
import { duration } from '../declare/value-formats.ts';
import { existingSigningKeySettings } from '../keys/generated-signing-secret.ts';
import { unusualForApps, usualAlgorithm } from '../keys/public-key.ts';
import { fingerprint, KEY_ALGORITHMS, type SigningKey, signingKeyAt, stateOfKey } from '../keys/signing-key.ts';
import { addSigningKey, readSigningKeyFolder, removeSigningKey } from '../keys/signing-key-folder.ts';
import {
  ACTIVATION_DELAY_MS,
  RELOAD_INTERVAL_MS,
  readSigningKeys,
  type SigningKeySettings,
} from '../keys/signing-key-ring.ts';
import { ownerOfNearest } from '../lib/file-ownership.ts';
import { isoTime } from '../lib/iso-time.ts';
import { createStore } from '../store/commit.ts';
import type { Reads, WritableDatabase } from '../store/engine/database.ts';
import { all as seenKeys, signedWithin } from '../store/tables/instance-keys.ts';
import { hasApps } from '../store/tables/setup-steps.ts';
import type { CommandContext } from './framework/command.ts';
import { CommandError, onlyArgument, parseValue, UsageError } from './framework/command-error.ts';
import type { OptionValues } from './framework/command-options.ts';
import { closing, databaseName, NoDatabaseYet, openExisting } from './framework/open-database.ts';
import { OPERATOR } from './framework/operator.ts';
import type { Print } from './framework/print.ts';
import { warnOfMissingKeys } from './framework/settings-of-service.ts';
import { createTable } from './framework/table.ts';

export const keys =
  (action: 'list' | 'rotate' | 'retire') =>
  async (context: CommandContext): Promise<void> => {
    const { environment, args, options, print, nowMs, note } = context;
    const config = readConfig(environment, 1);
    const settings = { ...existingSigningKeySettings(config), dataDir: config.dataDir, features: config.features };
    const parts = { settings, print, note, nowMs };
    const name = databaseName(config);
    const warnOfMissing = (db: Reads) => warnOfMissingKeys(db, 'signing', { ...context, config });
    if (action === 'list') {
      list(parts);
      // The list is complete without the database.
      return openExisting(config).then(
        (db) => closing(db, name, warnOfMissing),
        () => {},
      );
    }
    const db = await openForRecord(config, action);
    const longestTokenMs = longestLifetimeMs(config.accessTokenTtlMs);
    const recording: Omit<Recording, keyof SigningKeysParts> = {
      record: async (event, retired) => db && recordSigningKey(createStore(db), event, OPERATOR, retired),
      hasApps: async () => db !== undefined && (await hasApps(db)),
      lost: async (kid) => db && signedWithin(await seenKeys(db), longestTokenMs).find(({ name }) => name === kid),
    };
    const work = async () => {
      // Fails before it creates or removes a key if the event could not be recorded.
      await db?.check();
      if (db) await warnOfMissing(db);
      if (action === 'rotate') await rotate({ ...parts, ...recording }, options);
      else await retire({ ...parts, ...recording }, onlyArgument(args, WHICH_KEY), options, longestTokenMs);
      note(`changed in the key folder ${config.keysDir}${db ? ` and the database ${name}` : NOT_AUDITED}`);
    };
    await (db ? closing(db, name, work) : work());
  };

const NOT_AUDITED = '; there is no database yet, so this is not in the audit trail';

/** Undefined for the first key, which may precede the database: production needs a key to start. */
async function openForRecord(config: Config, action: string): Promise<WritableDatabase | undefined> {
  try {
    return await openExisting(config);
  } catch (error) {
    const isFirst =
      action === 'rotate' && config.keysDirIsSet && readSigningKeyFolder(config.keysDir).keys.length === 0;
    if (error instanceof NoDatabaseYet && isFirst) return undefined;
    throw error;
  }
}

interface SigningKeysParts {
  readonly settings: SigningKeySettings & Pick<Config, 'dataDir' | 'features'>;
  readonly note: (line: string) => void;
  readonly print: Print;
  readonly nowMs: () => number;
}

interface Recording extends SigningKeysParts {
  /** Writes the audit event, with the fingerprint of a retired key. */
  readonly record: (event: 'key_rotated' | 'key_retired', retired?: string) => Promise<void>;
  readonly hasApps: () => Promise<boolean>;
  /** A key that instances signed with, whether or not it is here. */
  readonly lost: (kid: string) => Promise<{ readonly fingerprint: string } | undefined>;
}

const WHICH_KEY = 'keys retire: which key? See latchkey keys list';

async function rotate(parts: Recording, options: OptionValues): Promise<void> {
  const { settings, print, note, record, hasApps } = parts;
  const delayMs = readDelay(options);
  const nowMs = parts.nowMs();
  const signer = signingKeyAt(readSigningKeys(settings).keys, nowMs);
  // The service may have apps although the settings of this command do not.
  const isForApps = featureWithApps(settings.features) !== undefined || (await hasApps());
  const algorithm = KEY_ALGORITHMS.find((known) => known === (options.alg ?? usualAlgorithm(signer, isForApps)));
  if (!algorithm) throw new UsageError(`keys rotate: --alg is one of ${KEY_ALGORITHMS.join(', ')}`);
  if (!signer && delayMs) throw new CommandError('keys rotate: no key signs until then; leave --in out');
  const signsFromMs = signer ? nowMs + (delayMs ?? ACTIVATION_DELAY_MS) : nowMs;
  refuseFolderOfRoot(settings);
  const key = addSigningKey(settings.keysDir, algorithm, nowMs, signsFromMs);
  await record('key_rotated');
  const since = isoTime(key.signsFromMs);
  const { kid } = key;
  print(`${kid} (${algorithm}) signs from ${since}; the others still verify.`, {
    kid,
    algorithm,
    signs_from: since,
    fingerprint: fingerprint(key),
  });
  // By then the service has read the folder, and the next login gets a token of the new key.
  if (delayMs === 0) await setTimeout(2 * RELOAD_INTERVAL_MS);
  if (signer && delayMs === 0) note(NOT_KNOWN_YET);
  if (signer && !signer.publicJwk && key.publicJwk) note(notByTheSecret(signsFromMs));
  const unusual = unusualForApps(isForApps, [key]);
  if (unusual) note(`${unusual.message}; ${unusual.remedy}`);
}

const NOT_KNOWN_YET =
  'other services that verify tokens by the key set refuse new ones until they fetch it again: ours at once, most ' +
  'within half a minute, some libraries later. Sessions and earlier tokens stay good. After a leak, next: ' +
  'latchkey keys retire';

const notByTheSecret = (signsFromMs: number): string =>
  'so far a shared secret has signed. Services that verify tokens with it alone refuse those of the new key from ' +
  `${isoTime(signsFromMs)}: let them verify by /.well-known/jwks.json too before that. --in 24h leaves more time`;

/** New keys belong to the owner of the folder. If that is root, a service under another user cannot read them. */
function refuseFolderOfRoot({ keysDir, dataDir }: SigningKeysParts['settings']): void {
  if (ownerOfNearest(keysDir) !== 0 || (ownerOfNearest(dataDir) ?? 0) === 0 || !existsSync(dataDir)) return;
  throw new CommandError(
    `keys rotate: ${keysDir} is root's, and the service, whose data is in ${dataDir}, could not read the key. ` +
      `First: mkdir -p ${keysDir} && chown --reference=${dataDir}/ ${keysDir}`,
  );
}

function list({ settings, print, note, nowMs }: SigningKeysParts): void {
  const { keys, broken } = readSigningKeys(settings);
  for (const reason of broken) note(`${reason}; skipped`);
  const table = createTable(print, ['key', 'algorithm', 'state', 'signs from', 'fingerprint']);
  for (const key of keys) {
    const state = stateOfKey(keys, key, nowMs());
    const { kid = null, algorithm } = key;
    const since = key.signsFromMs === 0 ? null : isoTime(key.signsFromMs);
    const print = fingerprint(key);
    table.row([kid ?? 'SIGNING_SECRET', algorithm, state, since ?? '-', print], {
      kid,
      algorithm,
      state,
      signs_from: since,
      fingerprint: print,
    });
  }
  table.end();
}

/** A key must keep verifying for the longest lifetime of a token after its last signature. */
async function retire(
  { settings, print, record, lost, nowMs }: Recording,
  kid: string,
  { force }: OptionValues,
  longestTokenMs: number,
): Promise<void> {
  const { keys } = readSigningKeys(settings);
  const key = keys.find((key) => key.kid === kid);
  if (!key) {
    const { fingerprint: missed } = (await lost(kid)) ?? {};
    if (missed === undefined) throw new CommandError(`keys retire: there is no key ${kid}, see latchkey keys list`);
    await record('key_retired', missed);
    return print(`${kid} is not in the key folder, and no longer reported as missing.`, { kid, fingerprint: missed });
  }
  if (settings.signingSecrets.some((signingSecret) => signingSecret.kid === kid)) {
    throw new CommandError(`keys retire: ${kid} is set by SIGNING_SECRETS; take it out there and restart`);
  }
  const endedMs = endOfSigning(keys, key, nowMs());
  if (endedMs === undefined) throw new CommandError(`keys retire: ${kid} signs. First: latchkey keys rotate`);
  const neededUntilMs = endedMs + longestTokenMs;
  if (neededUntilMs > nowMs() && !force) {
    throw new CommandError(
      `keys retire: tokens that ${kid} signed may be in use until ${isoTime(neededUntilMs)}. To end them now: --force`,
    );
  }
  removeSigningKey(settings.keysDir, kid);
  await record('key_retired', fingerprint(key));
  print(`${kid} is retired; its tokens are refused within seconds.`, { kid, fingerprint: fingerprint(key) });
}

/** The time at which another key took over signing; undefined while this key still signs. */
function endOfSigning(keys: readonly SigningKey[], key: SigningKey, nowMs: number): number | undefined {
  if (key.signsFromMs > nowMs) return signingKeyAt(keys, nowMs) && 0;
  const successor = keys.slice(0, keys.indexOf(key)).findLast(({ signsFromMs }) => signsFromMs <= nowMs);
  return successor?.signsFromMs;
}

/** The delay until a new key signs. Undefined: until it is known everywhere; 0: none. */
function readDelay({ in: later, now = false }: OptionValues): number | undefined {
  if (later === undefined) return now ? 0 : undefined;
  if (now) throw new UsageError('keys rotate: --in and --now contradict each other');
  const ms = parseValue(duration, later, 'keys rotate: --in');
  // Too short for all verifiers to learn the key.
  if (ms < ACTIVATION_DELAY_MS) throw new UsageError('keys rotate: --in must be at least 1m; --now signs at once');
  return ms;
}
