import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isLoopback, isLoopbackAddress, isTrustedByBrowsers } from '../../src/lib/loopback.ts';

const HOSTS = ['localhost', 'app.localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'];
const OTHERS = ['example.com', 'localhost.example.com', '127.example.com', '10.0.0.1', '[::]', '::2', ''];
const those = (is: (host: string) => boolean) => [...HOSTS, ...OTHERS].filter(is);

it('an address, a host and a name that browsers trust may be this machine', () => {
  assert.deepEqual(those(isLoopbackAddress), ['127.0.0.1', '127.1.2.3', '::1', '[::1]']);
  assert.deepEqual(those(isLoopback), ['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]']);
  assert.deepEqual(those(isTrustedByBrowsers), HOSTS);
});
