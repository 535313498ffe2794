import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { AskerGone, createPasswords, HashingOverloaded, needsRehash } from '../../src/accounts/password-hashing.ts';

const someone = { isGone: false };

describe('password hashing', () => {
  it('is argon2id with 19 MiB, two passes and one lane, in the PHC format', async () => {
    const passwords = createPasswords({ concurrency: 2, ahead: 0, maxWaiting: 10 });
    const stored = await passwords.hash('Analytical1', someone);
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.ok(await passwords.matches('Analytical1', stored, someone));
    assert.ok(!(await passwords.matches('Analytical2', stored, someone)));
    assert.notEqual(await passwords.hash('Analytical1', someone), stored);
  });

  it('matches nothing where there is no account', async () => {
    const passwords = createPasswords({ concurrency: 2, ahead: 0, maxWaiting: 10 });
    assert.equal(await passwords.matches('Analytical1', undefined, someone), false);
  });

  it('is refused rather than queued without end', async () => {
    const passwords = createPasswords({ concurrency: 1, ahead: 0, maxWaiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('Analytical1', someone)));
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 2);
    assert.ok(refused.every(({ reason }) => reason instanceof HashingOverloaded));
    assert.equal((await passwords.hash('Analytical1', someone)).slice(0, 9), '$argon2id');
  });

  it('is not done for those who have gone before their turn, who leave their place to others', async () => {
    const passwords = createPasswords({ concurrency: 1, ahead: 0, maxWaiting: 2 });
    const asker = { isGone: false };
    const first = passwords.hash('Analytical1', someone);
    const gone = [passwords.hash('Analytical1', asker), passwords.hash('Analytical1', asker)];
    asker.isGone = true;
    const next = passwords.hash('Analytical1', someone);
    for (const one of gone) await assert.rejects(one, AskerGone);
    assert.equal((await Promise.all([first, next])).length, 2);
  });

  it('passes over those who went while others were hashed', async () => {
    const passwords = createPasswords({ concurrency: 1, ahead: 0, maxWaiting: 9 });
    const asker = { isGone: false };
    const first = passwords.hash('Analytical1', someone);
    const gone = passwords.hash('Analytical1', asker);
    const next = passwords.hash('Analytical1', someone);
    asker.isGone = true;
    await assert.rejects(gone, AskerGone);
    await Promise.all([first, next]);
    assert.equal((await passwords.hash('Analytical1', someone)).slice(0, 9), '$argon2id');
  });

  it('knows a hash that was made with other parameters', async () => {
    assert.ok(needsRehash(await hash('x', { memoryCost: 8192, timeCost: 1 })));
    assert.ok(!needsRehash(await createPasswords({ concurrency: 1, ahead: 0, maxWaiting: 1 }).hash('x', someone)));
  });
});
