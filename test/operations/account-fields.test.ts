import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemaWith } from '../../src/api/account-fields.ts';
import type { Schema } from '../../src/api/json-schema.ts';
import { isStreamed } from '../../src/api/operation.ts';
import type { CustomField } from '../../src/config/custom-fields.ts';
import { createFields } from '../../src/config/field-presence.ts';
import { ROUTES } from '../support/routes.ts';

const propertiesOf = ({ properties = {} }: Schema) => Object.entries(properties as Readonly<Record<string, Schema>>);

/** A schema and all those within it, except in what is exported as it was stored. */
const within = (schema: Schema): Schema[] =>
  schema.accountFields === 'asStored'
    ? []
    : [
        schema,
        ...(schema.items === undefined ? [] : within(schema.items as Schema)),
        ...propertiesOf(schema).flatMap(([, member]) => within(member)),
      ];

const has = (schema: Schema, ...names: string[]): boolean =>
  names.every((name) => propertiesOf(schema).some(([member]) => member === name));

describe('the fields of accounts', () => {
  it('are declared by every body that takes a profile, and every answer that shows one', () => {
    const taking = ROUTES.flatMap(({ operation: { id, body } }) =>
      body && has(body, 'full_name', 'industry') ? [{ id, use: body.accountFields }] : [],
    );
    assert.ok(taking.length >= 6);
    for (const { id, use } of taking) {
      const isRegistration = id === 'register' || id === 'registerIdentity';
      assert.equal(use, isRegistration ? 'demanded' : 'taken', id);
    }
    const showing = ROUTES.flatMap(({ operation: { id, answers } }) =>
      isStreamed(answers)
        ? []
        : within(answers)
            .filter((schema) => has(schema, 'full_name', 'industry'))
            .map(({ accountFields: use }) => ({ id, use })),
    );
    assert.ok(showing.length >= 20);
    for (const { id, use } of showing) assert.equal(use, 'shown', id);
  });

  const field = (key: string, more: Partial<CustomField> = {}): CustomField => ({
    ...{ name: `fields.${key}`, key, type: 'text', label: {}, required: false, writtenBy: 'user', ...more },
  });
  const custom = [
    field('company', { required: true }),
    field('seats'),
    field('customer', { writtenBy: 'administrators' }),
  ];
  const text = { type: 'string' };
  const any = { type: ['string', 'null'] };

  for (const [accountFields, required, expected] of [
    ['shown', ['id', 'fields'], { required: ['company', 'seats', 'customer'], properties: [any, any, any] }],
    ['taken', ['id'], { properties: [any, any, any] }],
    ['demanded', ['id', 'fields'], { required: ['company'], properties: [text, any] }],
  ] as const)
    it(`of FIELDS_FILE are in the schema where they are ${accountFields}`, () => {
      const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } }, accountFields };
      const known = schemaWith(schema, createFields(undefined, custom));
      assert.deepEqual(known.required, required);
      const [, [, added]] = propertiesOf(known) as [unknown, [string, Schema]];
      assert.deepEqual(
        { ...added, properties: propertiesOf(added).map(([, member]) => member) },
        { type: 'object', ...expected },
      );
      assert.equal(schemaWith(schema, createFields()), schema);
    });
});
