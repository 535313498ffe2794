import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SETTING_NAMES, type SettingName } from '../../src/config/settings.ts';
import { KINDS } from '../../src/mail/kinds.ts';
import { adminEn } from '../../src/pages/texts/admin/en.ts';
import { AUDIT_EVENTS } from '../../src/store/audit.ts';

it('the console has words for every kind of e-mail, every event and every setting', () => {
  const about: Record<SettingName, string> = adminEn.settings.about;
  assert.deepEqual(Object.keys(about).sort(), SETTING_NAMES.toSorted());
  assert.deepEqual(Object.keys(adminEn.emails.kinds).sort(), Object.keys(KINDS).sort());
  assert.deepEqual(Object.keys(adminEn.events).sort(), Object.keys(AUDIT_EVENTS).sort());
});
