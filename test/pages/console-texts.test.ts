import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminEn } from '../../src/console/texts/en.ts';
import { AUDIT_EVENTS } from '../../src/store/audit/event-types.ts';
import { KINDS } from '../../src/store/tables/email-kinds.ts';

it('the console has words for every kind of e-mail and every event', () => {
  assert.deepEqual(Object.keys(adminEn.emails.kinds).sort(), Object.keys(KINDS).sort());
  assert.deepEqual(Object.keys(adminEn.events).sort(), Object.keys(AUDIT_EVENTS).sort());
});
