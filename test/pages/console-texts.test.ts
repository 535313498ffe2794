import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { KINDS } from '../../src/mail/email-kinds.ts';
import { adminEn } from '../../src/pages/texts/admin/en.ts';
import { AUDIT_EVENTS } from '../../src/store/audit-events.ts';

it('the console has words for every kind of e-mail and every event', () => {
  assert.deepEqual(Object.keys(adminEn.emails.kinds).sort(), Object.keys(KINDS).sort());
  assert.deepEqual(Object.keys(adminEn.events).sort(), Object.keys(AUDIT_EVENTS).sort());
});

it('the console has words for every default of a setting that is not a value', () => {
  const inWordsOnly = SETTING_NAMES.filter((name) => SETTINGS[name].printedDefaults.length === 0);
  assert.deepEqual(Object.keys(adminEn.settings.defaults).sort(), inWordsOnly.toSorted());
});
