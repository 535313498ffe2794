import { dataKeysInUse } from '../../administration/rotate-data-keys.ts';
import { featureWithApps } from '../../config/features.ts';
import { longestLifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import { existingSigningKeySettings } from '../../keys/generated-signing-secret.ts';
import { existingDataKeys } from '../../keys/open-data-keys.ts';
import { publicKeyMissing, unusualForApps } from '../../keys/public-key.ts';
import { fingerprint, type SigningKey, signingKeyAt } from '../../keys/signing-key.ts';
import { readSigningKeys } from '../../keys/signing-key-ring.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { isKeyPair, type SignedKey, all as seenKeys, signedWithin } from '../../store/tables/instance-keys.ts';
import {
  type DoctorContext,
  type Finding,
  type Findings,
  fault,
  type InDatabase,
  ok,
  remedyFor,
  skipped,
  warning,
} from '../framework/finding.ts';
import { counted } from '../framework/print.ts';
import { hasJustChanged, keysHere, keysOfInstances } from '../framework/settings-of-service.ts';

const DAY_MS = 86_400_000;
const OLD_AFTER_DAYS = 400;

export async function checkSigningKeys({ config, nowMs, db, isCurrent }: DoctorContext): Promise<Findings> {
  const found = readKeys(config);
  if (typeof found === 'string') return [unreadable(found)];
  const { keys, broken } = found;
  const signer = signingKeyAt(keys, nowMs());
  const ageDays = signer && signer.signsFromMs > 0 ? Math.floor((nowMs() - signer.signsFromMs) / DAY_MS) : undefined;
  const others = keys.length > 1 ? `; ${keys.length - 1} more` : '';
  const unverifiable = publicKeyMissing(config, keys, nowMs());
  const withApps = featureWithApps(config.features);
  const unusual = unusualForApps(withApps !== undefined, keys);
  const seen = db && isCurrent ? signedWithin(await seenKeys(db), longestLifetimeMs(config.accessTokenTtlMs)) : [];
  const missing = findMissing(seen, keys, config.keysDir);
  const signing = signer ? describe(signer, ageDays, others) : without(config);
  return [
    ...missing,
    (signing.state !== 'ok' || !missing.some(({ state }) => state === 'fault')) && signing,
    unverifiable !== undefined &&
      fault(unverifiable, `create it, or remove ${Object.keys(withApps?.settings ?? {}).join(' and ')}`),
    unusual && warning(unusual.message, unusual.remedy),
    ...broken.map(unreadable),
  ];
}

/** Finds keys that instances signed with but that are missing here. If no key pair is left, the key folder is lost. */
function findMissing(seen: readonly SignedKey[], keys: readonly SigningKey[], keysDir: string): Finding[] {
  const here = new Set(keys.map(fingerprint));
  const missing = new Map(seen.filter((key) => !here.has(key.fingerprint)).map((key) => [key.fingerprint, key]));
  const hasPair = keys.some(({ publicJwk }) => publicJwk !== undefined);
  return [...missing.values()].map((key) => {
    const { name: kid, algorithm, signedAtMs } = key;
    const signed = `${kid ?? 'SIGNING_SECRET'} (${algorithm}) signed until ${new Date(signedAtMs).toISOString()}`;
    if (hasPair || !isKeyPair(key))
      return warning(
        `${signed}, and is unknown here: its tokens are refused`,
        'give every instance the same key folder and secrets; do nothing if it was removed on purpose',
      );
    return fault(
      `${signed}, and ${keysDir} has lost it: the key set is empty, so services that verify by it refuse every token`,
      'restore the key folder from a backup, or latchkey keys rotate; if a shared secret is meant: latchkey ' +
        `keys retire ${kid}`,
    );
  });
}

const unreadable = (reason: string): Finding =>
  fault(
    reason,
    remedyFor(reason, "restore the file from a backup and make the service's user its owner, or remove it"),
  );

const without = ({ needsGeneratedSecret, keysDir }: DoctorContext['config']): Finding =>
  needsGeneratedSecret
    ? ok('none yet: the service creates one at its first start')
    : fault(`no key signs: ${keysDir} has none, and no secret is set`, 'latchkey keys rotate');

function describe({ kid, algorithm }: SigningKey, ageDays: number | undefined, others: string): Finding {
  const since = ageDays === undefined ? '' : ` for ${counted(ageDays, 'day')}`;
  const message = `${kid ?? 'SIGNING_SECRET'} (${algorithm}) signs${since}${others}`;
  return (ageDays ?? 0) > OLD_AFTER_DAYS ? warning(message, 'latchkey keys rotate creates a new one') : ok(message);
}

/** The keys, or the reason why the folder cannot be read. */
function readKeys(config: DoctorContext['config']) {
  try {
    return readSigningKeys(existingSigningKeySettings(config));
  } catch (error) {
    return reasonOf(error);
  }
}

/** Checks that sealed values open with the configured keys. */
export async function checkDataKeys({ config, db, isCurrent }: DoctorContext): Promise<Findings> {
  const dataKeys = existingDataKeys(config);
  const [first] = dataKeys.names;
  const remedy = 'put the missing key back into DATA_KEYS, see latchkey data-keys list';
  const uses = db && isCurrent ? await dataKeysInUse(db, dataKeys) : [];
  const failures = uses.flatMap(({ failure }) => (failure === undefined ? [] : [fault(failure, remedy)]));
  if (failures.length > 0) return failures;
  const sealed = uses.reduce((sum, { values }) => sum + values, 0);
  const all = isCurrent ? `; ${counted(sealed, 'sealed value')}, all with their key` : '';
  if (first !== undefined) return [ok(`${first} seals${all}`)];
  return [
    config.production
      ? warning('DATA_KEYS is not set: no authenticator apps, no passkeys', 'see docs/second-factors.md')
      : ok('none yet: the service creates one at its first start'),
  ];
}

/** Finds instances with different keys: they refuse each other's tokens. */
export async function checkKeyFolders({ config, db, nowMs }: InDatabase): Promise<Findings> {
  const found = readKeys(config);
  if (typeof found === 'string') return [skipped(found)];
  const here = keysHere(config);
  const instances = await keysOfInstances(db);
  const isEarly = hasJustChanged(config, nowMs());
  const findings = [...instances].flatMap(([instance, held]) => {
    const differing = compare(instance, 'signing keys', here.signing, held.signing);
    return [
      ...(isEarly && differing.length > 0
        ? [skipped(`${config.keysDir} has just changed: check again in half a minute`)]
        : differing),
      ...compare(instance, 'data keys', here.data, held.data),
    ];
  });
  return findings.length > 0 ? findings : [ok(`the same keys here and in ${counted(instances.size, 'instance')}`)];
}

const SAME_KEYS =
  'give all instances the same key folder (KEYS_DIR), SIGNING_SECRET, SIGNING_SECRETS and DATA_KEYS, and restart them';

function compare(instance: string, what: string, here: readonly string[], there: readonly string[]): Finding[] {
  const differing = [
    ...here.filter((key) => !there.includes(key)).map((key) => `lacks ${key}`),
    ...there.filter((key) => !here.includes(key)).map((key) => `also has ${key}`),
  ].join(', ');
  if (differing === '') return [];
  return [fault(`${instance} has other ${what} than this machine: it ${differing}`, SAME_KEYS)];
}
