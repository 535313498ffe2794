import { statSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { namedFingerprints } from '../../keys/data-keys.ts';
import { existingSigningKeySettings } from '../../keys/generated-signing-secret.ts';
import { existingDataKeys } from '../../keys/open-data-keys.ts';
import { namedFingerprint } from '../../keys/signing-key.ts';
import { readSigningKeys } from '../../keys/signing-key-ring.ts';
import type { Reads } from '../../store/engine/database.ts';
import { type KeyUse, all as seenKeys } from '../../store/tables/instance-keys.ts';
import { isRunning, all as seenInstances } from '../../store/tables/instances.ts';
import type { CommandContext } from './command.ts';

/** Instances read a changed key folder within 5 s, and record it within 20 s. */
const RECORDED_WITHIN_MS = 30_000;

/** `<name>=<fingerprint>` of each key, sorted. */
export type NamedKeys = Readonly<Record<KeyUse, readonly string[]>>;

/** The keys that the running instances have. Instances of version 0.6.0 record none. */
export async function keysOfInstances(db: Reads): Promise<ReadonlyMap<string, NamedKeys>> {
  const seen = await seenKeys(db);
  const running = (await seenInstances(db)).filter(isRunning);
  return new Map(
    running.flatMap(({ instance, lastAtMs }) => {
      const held = seen.filter((key) => key.instance === instance && key.lastAtMs >= lastAtMs);
      const named = (use: KeyUse) =>
        held
          .filter((key) => key.use === use)
          .map((key) => `${key.name ?? 'SIGNING_SECRET'}=${key.fingerprint}`)
          .sort();
      return held.length === 0 ? [] : [[instance, { signing: named('signing'), data: named('data') }]];
    }),
  );
}

export const keysHere = (config: Config): NamedKeys => ({
  signing: readSigningKeys(existingSigningKeySettings(config)).keys.map(namedFingerprint).sort(),
  data: namedFingerprints(existingDataKeys(config)),
});

/** Whether the key folder has just changed, so that instances may not have recorded it yet. */
export const hasJustChanged = ({ keysDir }: Pick<Config, 'keysDir'>, nowMs: number): boolean =>
  nowMs - (statSync(keysDir, { throwIfNoEntry: false })?.mtimeMs ?? 0) < RECORDED_WITHIN_MS;

/**
 * Prints a line for each instance with keys that this command lacks, for example because its settings were typed in
 * another shell.
 */
export async function warnOfMissingKeys(db: Reads, use: KeyUse, { config, settingsFile, note, nowMs }: WarningCommand) {
  if (use === 'signing' && hasJustChanged(config, nowMs())) return;
  const here = keysHere(config)[use];
  for (const [instance, held] of await keysOfInstances(db)) {
    const missing = held[use].filter((key) => !here.includes(key));
    if (missing.length === 0) continue;
    note(
      `${instance} has ${use} keys that are missing here: ${missing.join(', ')}. ${whichSettings(settingsFile.path)}`,
    );
  }
}

interface WarningCommand extends Pick<CommandContext, 'settingsFile' | 'note' | 'nowMs'> {
  readonly config: Config;
}

export const whichSettings = (file: string | undefined): string =>
  file === undefined
    ? 'If the service has its settings in a file, name it: --env-file <file>'
    : `The settings are those of ${file}`;
