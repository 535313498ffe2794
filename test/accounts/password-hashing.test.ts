import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { createPasswords, HashingOverloaded, needsRehash } from '../../src/accounts/password-hashing.ts';

describe('password hashing', () => {
  it('is argon2id with 19 MiB, two passes and one lane, in the PHC format', async () => {
    const passwords = createPasswords({ concurrency: 2, maxWaiting: 10 });
    const stored = await passwords.hash('Analytical1');
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.ok(await passwords.matches('Analytical1', stored));
    assert.ok(!(await passwords.matches('Analytical2', stored)));
    assert.notEqual(await passwords.hash('Analytical1'), stored);
  });

  it('matches nothing where there is no account', async () => {
    const passwords = createPasswords({ concurrency: 2, maxWaiting: 10 });
    assert.equal(await passwords.matches('Analytical1', undefined), false);
  });

  it('is refused rather than queued without end', async () => {
    const passwords = createPasswords({ concurrency: 1, maxWaiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('Analytical1')));
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 2);
    assert.ok(refused.every(({ reason }) => reason instanceof HashingOverloaded));
    assert.equal((await passwords.hash('Analytical1')).slice(0, 9), '$argon2id');
  });

  it('knows a hash that was made with other parameters', async () => {
    assert.ok(needsRehash(await hash('x', { memoryCost: 8192, timeCost: 1 })));
    assert.ok(!needsRehash(await createPasswords({ concurrency: 1, maxWaiting: 1 }).hash('x')));
  });
});
