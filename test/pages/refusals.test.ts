import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { declaredErrors } from '../../src/api/operation.ts';
import { ROUTES } from '../support/routes.ts';

/** The module is for browsers: its table and its `switch` are read as text. */
const SOURCE = readFileSync(new URL('../../src/pages/browser/refusals.ts', import.meta.url), 'utf8');
const WITH_WORDS = SOURCE.matchAll(/^ +(?:case ')?([a-z_]+)(?:: messages\.|':$)/gm).map(([, code]) => code);
/** What pages do something about, or say in words of their own, wherever they ask what may be answered so. */
const OF_PAGES = [
  ...['invalid_token', 'wrong_token_purpose', 'wrong_access_token_purpose', 'bearer_token_required'],
  ...['invalid_refresh_token', 'user_not_found', 'fresh_login_required', 'second_factor_required'],
  ...['invalid_login_code', 'last_way_in', 'no_second_factor', 'already_verified', 'email_already_changed'],
  ...['session_not_found', 'passkey_not_found', 'identity_not_found', 'app_not_found'],
];
/** No page sends what is answered so. */
const NEVER = ['invalid_json', 'body_too_large', 'conflict', 'invalid_admin_link', 'admin_link_of_another'];

it('hosted pages have words for every refusal of the operations for users', () => {
  const known = new Set([...WITH_WORDS, ...OF_PAGES, ...NEVER]);
  const codes = ROUTES.filter(({ path }) => !/^\/api\/(admin|openid)\//.test(path)).flatMap(({ operation }) =>
    // What is our own fault is said in the same words, whatever it is.
    declaredErrors(operation).filter(({ status }) => status < 500),
  );
  assert.ok(codes.length > 0);
  assert.deepEqual([...new Set(codes.map(({ code }) => code).filter((code) => !known.has(code)))], []);
});
