import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientNetwork, createClientAddress } from '../../src/http/client-address.ts';

describe('the address of a client', () => {
  type Row = [trusted: string[], peer: string, forwarded: string | undefined, client: string];
  const table: Row[] = [
    [[], '192.0.2.1', '203.0.113.1', '192.0.2.1'],
    [['10.0.0.0/8'], '192.0.2.1', '203.0.113.1', '192.0.2.1'],
    [['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', '203.0.113.1', '203.0.113.1'],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', '203.0.113.1', '203.0.113.1'],
    [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1, 203.0.113.1', '203.0.113.1'],
    [['10.0.0.0/8'], '10.1.2.3', '203.0.113.1, 10.9.9.9', '203.0.113.1'],
    [['10.0.0.0/8'], '10.1.2.3', '10.9.9.9', '10.9.9.9'],
    [['10.0.0.0/8'], '10.1.2.3', 'unknown, 10.9.9.9', '10.9.9.9'],
    // What stands left of something that no trusted proxy writes is the client's own invention.
    [['10.0.0.0/8'], '10.1.2.3', '203.0.113.1, unknown, 10.9.9.9', '10.9.9.9'],
    [['10.0.0.0/8'], '10.1.2.3', '203.0.113.1, , 10.9.9.9', '10.9.9.9'],
    [['10.0.0.0/8'], '10.1.2.3', '203.0.113.1, unknown', '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', '', '10.1.2.3'],
    [['10.0.0.0/8'], '10.1.2.3', '203.0.113.1:5678', '203.0.113.1'],
    [['10.0.0.0/8'], '10.1.2.3', '[2001:db8::1]:5678', '2001:db8::1'],
    [['10.0.0.0/8'], '10.1.2.3', '[2001:DB8:0::1]', '2001:db8::1'],
    [['10.0.0.0/8'], '10.1.2.3', '[::ffff:203.0.113.1]:1', '203.0.113.1'],
    [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1, 203.0.113.1:65535, 10.9.9.9:80', '203.0.113.1'],
    [['10.0.0.0/8'], '10.1.2.3', '2001:db8::1:5678', '2001:db8::1:5678'],
    ...[
      '203.0.113.1:',
      '203.0.113.1:x',
      '203.0.113.1:1:2',
      '203.0.113.1:123456',
      '[203.0.113.1]:80',
      '[::1',
      '[x]:80',
    ].map((forwarded): Row => [['10.0.0.0/8'], '10.1.2.3', forwarded, '10.1.2.3']),
    [['2001:db8::/32', '127.0.0.1'], '2001:db8::5', '2001:db8::6, 203.0.113.1', '203.0.113.1'],
  ];
  for (const [trusted, peer, forwarded, client] of table) {
    it(`is ${client} for ${peer}, forwarded for ${forwarded}, when [${trusted}] is trusted`, () => {
      assert.equal(createClientAddress(trusted)(peer, forwarded), client);
    });
  }

  it('counts by /64 for IPv6 and whole for IPv4', () => {
    assert.equal(clientNetwork('192.0.2.1'), '192.0.2.1');
    assert.equal(clientNetwork('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
    assert.equal(clientNetwork('2001:DB8:0001:2::'), '2001:db8:1:2::/64');
    assert.equal(clientNetwork('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(clientNetwork('::1'), '0:0:0:0::/64');
    assert.equal(clientNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64');
  });
});
