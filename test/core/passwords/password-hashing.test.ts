import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import type { HashingLimits } from '../../../src/core/passwords/hashing-queue.ts';
import { ClientDisconnected, createPasswords as createHashing } from '../../../src/core/passwords/password-hashing.ts';
import { isRefusal } from '../../../src/core/refusal.ts';
import { clientNetwork } from '../../../src/http/client-address.ts';

const askerFrom = (address: string) => ({ isDisconnected: false, requester: { address } });
const someone = askerFrom('192.0.2.1');

const createPasswords = (limits: Omit<HashingLimits, 'clientAt'>) =>
  createHashing({ ...limits, clientAt: clientNetwork, onUnreadableHash() {} });

const isOverloaded = (error: unknown): boolean => isRefusal(error, 'overloaded');

describe('password hashing', () => {
  it('is argon2id with 19 MiB, two passes and one lane, in the PHC format', async () => {
    const passwords = createPasswords({ concurrency: 2, prefetch: 0, maxWaiting: 10 });
    const stored = await passwords.hash('Analytical1', someone);
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.ok(await passwords.matches('Analytical1', { id: 1, passwordHash: stored }, someone));
    assert.ok(!(await passwords.matches('Analytical2', { id: 1, passwordHash: stored }, someone)));
    assert.notEqual(await passwords.hash('Analytical1', someone), stored);
  });

  it('matches nothing where there is no account', async () => {
    const passwords = createPasswords({ concurrency: 2, prefetch: 0, maxWaiting: 10 });
    assert.equal(await passwords.matches('Analytical1', undefined, someone), false);
  });

  it('is refused rather than queued without end', async () => {
    const passwords = createPasswords({ concurrency: 1, prefetch: 0, maxWaiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('Analytical1', someone)));
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 2);
    assert.ok(refused.every(({ reason }) => isOverloaded(reason)));
    assert.equal((await passwords.hash('Analytical1', someone)).slice(0, 9), '$argon2id');
  });

  it('is not done for those who have gone before their turn, who leave their place to others', async () => {
    const passwords = createPasswords({ concurrency: 1, prefetch: 0, maxWaiting: 2 });
    const client = askerFrom('192.0.2.1');
    const first = passwords.hash('Analytical1', someone);
    const gone = [passwords.hash('Analytical1', client), passwords.hash('Analytical1', client)];
    client.isDisconnected = true;
    const next = passwords.hash('Analytical1', someone);
    for (const one of gone) await assert.rejects(one, ClientDisconnected);
    assert.equal((await Promise.all([first, next])).length, 2);
  });

  it('passes over those who went while others were hashed', async () => {
    const passwords = createPasswords({ concurrency: 1, prefetch: 0, maxWaiting: 9 });
    const client = askerFrom('192.0.2.1');
    const first = passwords.hash('Analytical1', someone);
    const gone = passwords.hash('Analytical1', client);
    const next = passwords.hash('Analytical1', someone);
    client.isDisconnected = true;
    await assert.rejects(gone, ClientDisconnected);
    await Promise.all([first, next]);
    assert.equal((await passwords.hash('Analytical1', someone)).slice(0, 9), '$argon2id');
  });

  it('is done for one client after the other, however many hashes one of them waits for', async () => {
    const passwords = createPasswords({ concurrency: 1, prefetch: 0, maxWaiting: 100 });
    const order: string[] = [];
    const ask = async (name: string, address: string) => {
      await passwords.hash('Analytical1', askerFrom(address));
      order.push(name);
    };
    // One IPv6 subscriber is one client, whatever address each guess comes from.
    const greedy = Array.from({ length: 8 }, (_, i) => ask(`greedy ${i}`, `2001:db8:1:1::${i}`));
    const others = [ask('b 0', '192.0.2.2'), ask('b 1', '192.0.2.2'), ask('c 0', '2001:db8:1:2::1')];
    await Promise.all([...greedy, ...others]);
    assert.deepEqual(order.slice(0, 7), ['greedy 0', 'greedy 1', 'b 0', 'c 0', 'greedy 2', 'b 1', 'greedy 3']);
    assert.equal(order.length, 11);
  });

  it('has a queue that one client may fill, and where whoever holds most makes room for others', async () => {
    const passwords = createPasswords({ concurrency: 1, prefetch: 0, maxWaiting: 4 });
    const outcomes: string[] = [];
    const ask = (name: string, address: string) =>
      passwords.hash('Analytical1', askerFrom(address)).then(
        () => outcomes.push(`${name} done`),
        (error) => {
          assert.ok(isOverloaded(error));
          outcomes.push(`${name} refused`);
        },
      );
    const all = ['a0', 'a1', 'a2', 'a3', 'a4'].map((name) => ask(name, '192.0.2.1'));
    assert.equal(passwords.load().waiting, 4);
    assert.throws(() => passwords.refuseWhenFull(askerFrom('192.0.2.1')), isOverloaded);
    passwords.refuseWhenFull(askerFrom('192.0.2.2'));
    all.push(ask('a5', '192.0.2.1'), ask('b0', '192.0.2.2'), ask('b1', '192.0.2.2'), ask('b2', '192.0.2.2'));
    all.push(ask('c0', '192.0.2.3'), ask('d0', '192.0.2.4'), ask('e0', '192.0.2.5'));
    assert.equal(passwords.load().waiting, 4);
    await Promise.all(all);
    const refused = outcomes.filter((outcome) => outcome.endsWith('refused')).map((outcome) => outcome.slice(0, 2));
    // a4, then a3, make room for b0 and b1; b2 would hold more than a; c0 and d0 leave one place each; then nobody has
    // two.
    assert.deepEqual(refused.sort(), ['a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'e0']);
    assert.equal(passwords.load().refused, 8);
    assert.equal(passwords.load().running, 0);
  });

  it('knows a hash that was made with other parameters', async () => {
    const ours = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    const passwords = createPasswords({ concurrency: 1, prefetch: 0, maxWaiting: 1 });
    assert.ok(!passwords.needsRehash(await hash('x', ours)));
    for (const other of [
      { memoryCost: 19_455 },
      { timeCost: 3 },
      { parallelism: 2 },
      { algorithm: 1 },
      { algorithm: 0 },
    ]) {
      assert.ok(passwords.needsRehash(await hash('x', { ...ours, ...other })), JSON.stringify(other));
    }
    assert.ok(!passwords.needsRehash(await passwords.hash('x', someone)));
  });
});
