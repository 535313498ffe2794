import { dataKeysInUse } from '../../../accounts/administration/rotate-data-keys.ts';
import { done } from '../../../http/envelope.ts';
import { fingerprint, KEY_ALGORITHMS, stateOfKey } from '../../../keys/signing-key.ts';
import { integer, list, named, nullableString, object, oneOf, string } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';

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
        const use = uses.find((one) => one.name === name);
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
