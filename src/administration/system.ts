import { boolean, integer, list, named, nullableString, object, oneOf, string, text } from '../api/json-schema.ts';
import type { SystemServices } from '../api/services.ts';
import { SETTING_SOURCES } from '../config/effective-settings.ts';
import { DEFAULT_SCOPES, SETTING_GROUPS } from '../declare/setting.ts';
import { done } from '../http/envelope.ts';
import { fingerprint, KEY_ALGORITHMS, stateOfKey } from '../keys/signing-key.ts';
import type { Reads } from '../store/engine/database.ts';
import * as outbox from '../store/queues/outbox.ts';
import { adminOperation } from './admin-operation.ts';
import { dataKeysInUse } from './rotate-data-keys.ts';

const Health = named(
  'Health',
  object({
    database: object({
      kind: oneOf(['sqlite', 'postgres']),
      is_usable: { ...boolean(), description: 'Whether it can be read and written.' },
      milliseconds: { ...integer(), description: 'How long the check took.' },
    }),
    mail: object({
      server: nullableString({ description: 'Host and port; null: the developer’s inbox.' }),
      is_reachable: { ...boolean(), description: 'As the answering process sees it.' },
      waiting: integer(),
      dead: integer(),
      oldest_waiting_seconds: integer(),
    }),
    version: string(),
    started_at: string({ format: 'date-time' }),
    uptime_seconds: { ...integer(), description: 'Of the process that answered the request.' },
    workers: { ...integer(), description: 'Processes of the answering instance.' },
    time: string({ format: 'date-time', description: 'The clock of the service.' }),
  }),
);

export const adminGetHealth = adminOperation(
  {
    id: 'adminGetHealth',
    summary: 'Get the health of the service',
    description: 'Database, mail server, queue of e-mails, version.',
    tag: 'Administration: system',
    message: 'Health retrieved successfully',
    answers: Health,
  },
  async ({ services: { db, nowMs, system } }) => {
    const { mail, version, startedAtMs, workers } = system;
    const [database, queue] = await Promise.all([databaseHealth(db, system), outbox.depth(db)]);
    return done({
      database,
      mail: {
        server: mail.server ?? null,
        is_reachable: !mail.isDown(),
        waiting: queue.waiting,
        dead: queue.dead,
        oldest_waiting_seconds: Math.round(queue.oldestWaitingMs / 1000),
      },
      version,
      started_at: new Date(startedAtMs).toISOString(),
      uptime_seconds: Math.round((nowMs() - startedAtMs) / 1000),
      workers,
      time: new Date(nowMs()).toISOString(),
    });
  },
);

async function databaseHealth({ kind }: Reads, { checkDatabase }: SystemServices) {
  const startedMs = performance.now();
  const isUsable = await checkDatabase().then(
    () => true,
    () => false,
  );
  return { kind, is_usable: isUsable, milliseconds: Math.round(performance.now() - startedMs) };
}

const Keys = named(
  'Keys',
  object({
    signing: list(
      object({
        name: nullableString({
          description: 'The `kid` of its tokens; null for SIGNING_SECRET, whose tokens have none.',
          examples: ['2026-01-31-a1b2'],
        }),
        algorithm: oneOf(KEY_ALGORITHMS),
        state: { ...oneOf(['signs', 'waits', 'verifies']), description: '`waits`: it signs from `signs_from` on.' },
        signs_from: nullableString({ format: 'date-time' }),
        fingerprint: string(),
      }),
    ),
    data: list(
      object({
        name: string({ examples: ['1'] }),
        state: {
          ...oneOf(['seals', 'opens', 'missing']),
          description: '`missing`: it sealed values in the database, but is not in DATA_KEYS.',
        },
        sealed_values: integer(),
        fingerprint: nullableString(),
        failure: nullableString({
          description: 'Why a value that it sealed does not open; null if one was tried and opens.',
        }),
      }),
    ),
  }),
);

export const adminListKeys = adminOperation(
  {
    id: 'adminListKeys',
    summary: 'List signing keys and data keys',
    description: 'Those that sign tokens and those that encrypt secrets in the database, without the key material.',
    tag: 'Administration: system',
    message: 'Keys retrieved successfully',
    answers: Keys,
  },
  async ({ services: { db, dataKeys, system, nowMs } }) => {
    const current = system.signingKeys.current();
    const uses = await dataKeysInUse(db, dataKeys);
    const names = [...new Set([...dataKeys.names, ...uses.map(({ name }) => name)])];
    return done({
      signing: current.map((key) => ({
        name: key.kid ?? null,
        algorithm: key.algorithm,
        state: stateOfKey(current, key, nowMs()),
        signs_from: key.signsFromMs === 0 ? null : new Date(key.signsFromMs).toISOString(),
        fingerprint: fingerprint(key),
      })),
      data: names.map((name) => {
        const use = uses.find((use) => use.name === name);
        return {
          name,
          state: stateOfDataKey(dataKeys.names, name),
          sealed_values: use?.values ?? 0,
          fingerprint: dataKeys.names.includes(name) ? dataKeys.fingerprint(name) : null,
          failure: use?.failure ?? null,
        };
      }),
    });
  },
);

function stateOfDataKey(names: readonly string[], name: string): 'seals' | 'opens' | 'missing' {
  if (!names.includes(name)) return 'missing';
  return name === names[0] ? 'seals' : 'opens';
}

const Settings = named(
  'Settings',
  object({
    file: nullableString({ description: 'The file that settings were read from, besides the environment.' }),
    settings: list(
      object({
        name: string({ examples: ['PORT'] }),
        group: oneOf(SETTING_GROUPS),
        about: string(),
        value: nullableString({
          description: 'The value in force, without passwords; null if there is none or it is a secret.',
        }),
        is_secret: { ...boolean(), description: 'Its value is never shown.' },
        source: oneOf(SETTING_SOURCES),
        default: text('In words, in English.'),
        default_values: {
          ...list(object({ scope: oneOf(DEFAULT_SCOPES), value: nullableString() })),
          description:
            'The default, and those that differ in production or with `PROFILE=hardened`; null if there is none. ' +
            'Empty if only words can describe it.',
        },
        required_in_production: boolean(),
        unless_set: {
          ...list(string()),
          description: 'Settings, any of which makes this one unnecessary in production.',
        },
        is_default: { ...boolean(), description: 'Whether the value is the default.' },
      }),
    ),
  }),
);

export const adminListSettings = adminOperation(
  {
    id: 'adminListSettings',
    summary: 'List settings',
    description: 'With the source of each value. Secrets are hidden.',
    tag: 'Administration: system',
    message: 'Settings retrieved successfully',
    answers: Settings,
  },
  async ({ services: { system } }) => done({ file: system.settings.file ?? null, settings: system.settings.all }),
);
