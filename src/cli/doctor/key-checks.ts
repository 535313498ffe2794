import { statSync } from 'node:fs';
import { dataKeysInUse } from '../../accounts/rotate-data-keys.ts';
import { namedFingerprints } from '../../data-keys/data-keys.ts';
import { existingDataKeys } from '../../data-keys/open-data-keys.ts';
import { isRunning, all as seenInstances } from '../../store/instances.ts';
import { existingSigningKeySettings } from '../../tokens/generated-signing-secret.ts';
import { publicKeyMissing } from '../../tokens/public-key.ts';
import { namedFingerprint, type SigningKey, signingKeyAt } from '../../tokens/signing-key.ts';
import { readSigningKeys } from '../../tokens/signing-key-ring.ts';
import { counted } from '../counted.ts';
import { type Finding, fault, ok, type Patient, reasonOf, remedyFor, skipped, warning } from './finding.ts';

const DAY_MS = 86_400_000;
const OLD_AFTER_DAYS = 400;
/** Within which instances have read a change of their key folder (5 s), and told of it (20 s). */
const TOLD_WITHIN_MS = 30_000;

export function checkSigningKeys({ config, nowMs }: Pick<Patient, 'config' | 'nowMs'>): Finding[] {
  const found = readKeys(config);
  if (typeof found === 'string') return [unreadable(found)];
  const { keys, broken } = found;
  const signer = signingKeyAt(keys, nowMs());
  const ageDays = signer && signer.signsFromMs > 0 ? Math.floor((nowMs() - signer.signsFromMs) / DAY_MS) : undefined;
  const others = keys.length > 1 ? `; ${keys.length - 1} more` : '';
  const unverifiable = publicKeyMissing(config, keys, nowMs());
  return [
    ...(signer ? [describe(signer, ageDays, others)] : [without(config)]),
    ...(unverifiable === undefined ? [] : [fault(unverifiable, 'make it, or take OPENID and MCP_RESOURCES out')]),
    ...broken.map(unreadable),
  ];
}

const unreadable = (reason: string): Finding =>
  fault(
    reason,
    remedyFor(reason, 'restore the file from a backup and give it to the user of the service, or remove it'),
  );

const without = ({ needsGeneratedSecret, keysDir }: Patient['config']): Finding =>
  needsGeneratedSecret
    ? ok('none yet: the service makes one at its first start')
    : fault(`no key signs: ${keysDir} has none, and no secret is set`, 'latchkey keys rotate');

function describe({ kid, algorithm }: SigningKey, ageDays: number | undefined, others: string): Finding {
  const says = `${kid ?? 'SIGNING_SECRET'} (${algorithm}) signs${ageDays === undefined ? '' : ` for ${counted(ageDays, 'day')}`}${others}`;
  return (ageDays ?? 0) > OLD_AFTER_DAYS ? warning(says, 'latchkey keys rotate makes a new one') : ok(says);
}

/** The keys, or why the folder cannot be read. */
function readKeys(config: Patient['config']) {
  try {
    return readSigningKeys(existingSigningKeySettings(config));
  } catch (error) {
    return reasonOf(error);
  }
}

/** What is sealed in the database opens with the keys that are set. */
export async function checkDataKeys({ config, db, isCurrent }: Patient): Promise<Finding[]> {
  const dataKeys = existingDataKeys(config);
  const [first] = dataKeys.names;
  const remedy = 'put the missing key back into DATA_KEYS, see latchkey data-keys list';
  const uses = db && isCurrent ? await dataKeysInUse(db, dataKeys) : [];
  const failures = uses.flatMap(({ failure }) => (failure === undefined ? [] : [fault(failure, remedy)]));
  if (failures.length > 0) return failures;
  const sealed = uses.reduce((sum, { values }) => sum + values, 0);
  if (first !== undefined) return [ok(`${first} seals; ${counted(sealed, 'sealed value')}, all with their key`)];
  return [
    config.production
      ? warning('DATA_KEYS is not set: no authenticator apps, no passkeys', 'see docs/second-factors.md')
      : ok('none yet: the service makes one at its first start'),
  ];
}

/** Instances that know other keys than this machine refuse the tokens of each other. */
export async function checkKeyFolders({ config, db, isCurrent, nowMs }: Patient): Promise<Finding[]> {
  if (!db || !isCurrent) return [skipped('needs the database')];
  const found = readKeys(config);
  if (typeof found === 'string') return [skipped(found)];
  const here = {
    signing: found.keys.map(namedFingerprint).sort(),
    data: namedFingerprints(existingDataKeys(config)),
  };
  const running = (await seenInstances(db)).filter(isRunning);
  const hasJustChanged = nowMs() - changedAtMs(config.keysDir) < TOLD_WITHIN_MS;
  const findings = running.flatMap(({ instance, signingKeys, dataKeys }) => {
    const differing = compare(instance, 'signing keys', here.signing, signingKeys.split(' '));
    const isEarly = hasJustChanged && differing.length > 0;
    return [
      ...(isEarly ? [skipped(`${config.keysDir} has just changed: ask again in half a minute`)] : differing),
      ...compare(instance, 'data keys', here.data, dataKeys.split(' ')),
    ];
  });
  return findings.length > 0 ? findings : [ok(`the same keys here and in ${counted(running.length, 'instance')}`)];
}

/** When a key was last added or removed; 0 without a folder. */
const changedAtMs = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function compare(instance: string, what: string, here: readonly string[], there: readonly string[]): Finding[] {
  const differing = [
    ...here.filter((key) => !there.includes(key)).map((key) => `lacks ${key}`),
    ...there.filter((key) => key !== '' && !here.includes(key)).map((key) => `has ${key} besides`),
  ];
  if (differing.length === 0) return [];
  return [
    fault(
      `${instance} has other ${what} than this machine: it ${differing.join(', ')}`,
      'give all instances the same key folder (KEYS_DIR), SIGNING_SECRET, SIGNING_SECRETS and DATA_KEYS, and restart them',
    ),
  ];
}
