import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/config.ts';
import * as audit from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { existingKeySettings } from '../tokens/generated-secret.ts';
import { addKey, readKeyFolder, removeKey } from '../tokens/key-folder.ts';
import { type KeySettings, readKeys } from '../tokens/key-ring.ts';
import { longestLifetimeMs } from '../tokens/purposes-and-lifetimes.ts';
import {
  fingerprint,
  KEY_ALGORITHMS,
  type KeyAlgorithm,
  type SigningKey,
  signingKeyAt,
  stateOfKey,
} from '../tokens/signing-key.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './command-error.ts';
import { databaseName, NoDatabaseYet, openExisting } from './open-database.ts';
import { OPERATOR } from './operator.ts';
import { createTable } from './table.ts';

/** A new key signs after this delay, so that every instance and every JWKS cache knows it before the first token names it. */
const ACTIVATION_DELAY_MS = 60_000;

export const keys =
  (action: string) =>
  async (context: CommandContext): Promise<void> => {
    const { environment, args, print, nowMs, note, isTerminal } = context;
    const config = readConfig(environment, 1);
    const parts = {
      settings: existingKeySettings(config),
      longestTokenMs: longestLifetimeMs(config.accessTokenTtlMs),
      print,
      note,
      nowMs,
      isTerminal,
    };
    if (action === 'list') return keysCommand(['list', ...args], { ...parts, record: async () => {} });
    const db = await openForRecord(config, action);
    try {
      await keysCommand([action, ...args], { ...parts, record: (event) => recordEvent(db, event) });
      note(
        `changed in the key folder ${config.keysDir}${db ? ` and the database ${databaseName(config)}` : NOT_AUDITED}`,
      );
    } finally {
      await db?.close();
    }
  };

const NOT_AUDITED = '; there is no database yet, so this is not in the audit trail';

/** Undefined for the first key, which may be created before the database: in production the service does not start without a key. */
async function openForRecord(config: Config, action: string): Promise<Database | undefined> {
  try {
    return await openExisting(config);
  } catch (error) {
    const isFirst = action === 'rotate' && config.keysDirIsSet && readKeyFolder(config.keysDir).keys.length === 0;
    if (error instanceof NoDatabaseYet && isFirst) return undefined;
    throw error;
  }
}

async function recordEvent(db: Database | undefined, event: audit.AuditEvent): Promise<void> {
  await db?.batch([audit.recordBy(OPERATOR, event, null)]);
}

interface KeysCommandParts {
  readonly settings: KeySettings;
  /** The longest token lifetime: a key must verify for that long after it has signed for the last time. */
  readonly longestTokenMs: number;
  readonly note: (line: string) => void;
  readonly print: (line: string) => void;
  readonly nowMs: () => number;
  readonly isTerminal: boolean;
  /** Writes the audit event. */
  readonly record: (event: 'key_rotated' | 'key_retired') => Promise<void>;
}

async function keysCommand(args: readonly string[], parts: KeysCommandParts): Promise<void> {
  const { action, options } = readArguments(args);
  if (action === 'rotate') return rotate(parts, options.alg, options.now);
  if (action === 'list') return list(parts);
  return retire(parts, options.kid, options.force);
}

async function rotate(parts: KeysCommandParts, algorithm: KeyAlgorithm, atOnce: boolean): Promise<void> {
  const { settings, print, record } = parts;
  const nowMs = parts.nowMs();
  const hasSigner = signingKeyAt(readKeys(settings).keys, nowMs) !== undefined;
  const signsFromMs = hasSigner && !atOnce ? nowMs + ACTIVATION_DELAY_MS : nowMs;
  const key = addKey(settings.keysDir, algorithm, nowMs, signsFromMs);
  await record('key_rotated');
  print(`${key.kid} (${algorithm}) signs from ${iso(key.signsFromMs)}; the others still verify.`);
}

function list({ settings, print, note, nowMs, isTerminal }: KeysCommandParts): void {
  const { keys, broken } = readKeys(settings);
  for (const reason of broken) note(`${reason}, and is passed over`);
  const table = createTable(print, isTerminal, ['key', 'algorithm', 'state', 'signs from', 'fingerprint']);
  for (const key of keys) {
    const state = stateOfKey(keys, key, nowMs());
    const since = key.signsFromMs === 0 ? '-' : iso(key.signsFromMs);
    table.row([key.kid ?? 'SIGNING_SECRET', key.algorithm, state, since, fingerprint(key)]);
  }
  table.end();
}

async function retire(parts: KeysCommandParts, kid: string, force: boolean): Promise<void> {
  const { settings, print, record, nowMs } = parts;
  const { keys } = readKeys(settings);
  const key = keys.find((one) => one.kid === kid);
  if (!key) throw new CommandError(`keys retire: there is no key ${kid}, see latchkey keys list`);
  if (settings.signingSecrets.some((one) => one.kid === kid)) {
    throw new CommandError(`keys retire: ${kid} is set by SIGNING_SECRETS; take it out there and restart`);
  }
  const endedMs = endOfSigning(keys, key, nowMs());
  if (endedMs === undefined) throw new CommandError(`keys retire: ${kid} signs. First: latchkey keys rotate`);
  const neededUntilMs = endedMs + parts.longestTokenMs;
  if (neededUntilMs > nowMs() && !force) {
    throw new CommandError(
      `keys retire: tokens that ${kid} signed may be in use until ${iso(neededUntilMs)}. To end them now: --force`,
    );
  }
  removeKey(settings.keysDir, kid);
  await record('key_retired');
  print(`${kid} is retired; its tokens are refused within seconds.`);
}

/** When another key took over signing; undefined while this key still signs. */
function endOfSigning(keys: readonly SigningKey[], key: SigningKey, nowMs: number): number | undefined {
  if (key.signsFromMs > nowMs) return signingKeyAt(keys, nowMs) && 0;
  const successor = keys.slice(0, keys.indexOf(key)).findLast(({ signsFromMs }) => signsFromMs <= nowMs);
  return successor?.signsFromMs;
}

function readArguments(args: readonly string[]) {
  const wrong = new CommandError(`keys ${args.join(' ')}: no such command, see latchkey --help`);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { alg: { type: 'string' }, now: { type: 'boolean' }, force: { type: 'boolean' } },
    });
    const [action = '', kid = ''] = positionals;
    if (!['rotate', 'list', 'retire'].includes(action) || positionals.length !== (action === 'retire' ? 2 : 1))
      throw wrong;
    const alg = KEY_ALGORITHMS.find((one) => one === (values.alg ?? 'EdDSA'));
    if (!alg) throw new CommandError(`keys rotate: --alg is one of ${KEY_ALGORITHMS.join(', ')}`);
    return { action, options: { alg, kid, now: values.now ?? false, force: values.force ?? false } };
  } catch (error) {
    throw error instanceof CommandError ? error : wrong;
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
