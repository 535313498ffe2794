import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decoyId } from '../../../src/core/sign-in/decoy-hash.ts';

const ADDRESSES = Array.from({ length: 20_000 }, (_, at) => `somebody-${at}@example.com`);

it('an unknown address has one account to stand in for it, any as likely as another, and keeps it', () => {
  const before = ADDRESSES.map((email) => decoyId('key', email, 1000));
  assert.deepEqual(
    ADDRESSES.map((email) => decoyId('key', email, 1000)),
    before,
  );
  const firstTenth = before.filter((id) => id <= 100).length;
  assert.ok(firstTenth > 1800 && firstTenth < 2200, String(firstTenth));
  assert.ok(before.every((id) => id >= 1 && id <= 1000));
  // With more accounts an address moves to a new one, if at all.
  const after = ADDRESSES.map((email) => decoyId('key', email, 1500));
  const moved = after.filter((id, at) => id !== before[at]);
  assert.ok(moved.every((id) => id > 1000));
  assert.ok(moved.length > 6000 && moved.length < 7300, String(moved.length));
  // Whoever does not know the key cannot tell which account it is.
  const otherwise = ADDRESSES.filter((email, at) => decoyId('other', email, 1000) === before[at]).length;
  assert.ok(otherwise < 60, String(otherwise));
  assert.equal(decoyId('key', 'a@example.com', 0), 1);
});
