import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { createClientAddress } from '../../src/http/client-address.ts';
import { warnOfUntrustedProxy } from '../../src/http/untrusted-proxy-warning.ts';

/** Requests as they come in: from which peer, and for whom the peer claims to ask. */
function warningsAfter(
  requests: readonly (readonly [peer: string, forwardedFor: string | undefined])[],
  trustedProxies: readonly string[] = [],
): string[] {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const clientAddress = warnOfUntrustedProxy(createClientAddress(trustedProxies), log);
  for (const [peer, forwardedFor] of requests) clientAddress(peer, forwardedFor);
  return lines;
}

const clients = (count: number, peer = '10.0.0.1') =>
  Array.from({ length: count }, (_, index) => [peer, `203.0.113.${index}`] as const);

describe('the warning of a proxy that was not declared', () => {
  it('comes with the twentieth client in a row behind one address, once, and names the address', () => {
    assert.deepEqual(warningsAfter(clients(19)), []);
    assert.deepEqual(warningsAfter(clients(20)), [
      'every client seems to have the address 10.0.0.1. If that is your proxy, set TRUST_PROXY=10.0.0.1',
    ]);
    assert.equal(warningsAfter([...clients(60), ...clients(60, '10.0.0.2')]).length, 1);
  });

  it('does not come while peers alternate: they are told apart', () => {
    const alternating = clients(100).flatMap((request, index) => [
      request,
      [`198.51.100.${index}`, undefined] as const,
    ]);
    assert.deepEqual(warningsAfter(alternating), []);
    const twoNetworks = clients(100).map(([, claimed], index) => [`10.0.0.${index % 2}`, claimed] as const);
    assert.deepEqual(warningsAfter(twoNetworks), []);
  });

  it('comes for twenty in a row after other peers', () => {
    assert.equal(warningsAfter([...clients(19), ['198.51.100.1', undefined], ...clients(20)]).length, 1);
    assert.equal(warningsAfter([...clients(19), ['198.51.100.1', undefined], ...clients(19)]).length, 0);
  });

  it('does not come for one client that repeats itself, nor once a declared proxy tells them apart', () => {
    assert.deepEqual(warningsAfter(Array.from({ length: 100 }, () => ['10.0.0.1', '203.0.113.1'] as const)), []);
    assert.deepEqual(warningsAfter(clients(100), ['10.0.0.1']), []);
  });
});
