import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClientOrigins, originsOf } from '../../src/openid/client-origins.ts';
import type { Database } from '../../src/store/database.ts';

const client = { confidential: false, native: false, redirectUris: ['https://spa.example.com/cb'] };
type Kind = Parameters<typeof originsOf>[0];

describe('the origins of clients', () => {
  const rows: [what: string, client: typeof client, origins: string[]][] = [
    ['of an app in the browser', client, ['https://spa.example.com']],
    [
      'each once, with the port',
      { ...client, redirectUris: ['http://localhost:5173/a', 'http://localhost:5173/b', 'https://x.example'] },
      ['http://localhost:5173', 'https://x.example'],
    ],
    ['none of an app on a server', { ...client, confidential: true }, []],
    ['none of a native app', { ...client, native: true, redirectUris: ['com.example.app:/cb'] }, []],
  ];
  for (const [what, given, origins] of rows) {
    it(what, () => assert.deepEqual(originsOf(given as unknown as Kind), origins));
  }

  it('are read once for many requests, again for an unknown one after a second, for a known one after a minute', async () => {
    let now = 0;
    let reads = 0;
    let uris = ['https://one.example/cb'];
    const stored = () => ({
      ...{
        confidential: 0,
        native: 0,
        firstParty: 0,
        pairwise: 0,
        scopes: 'openid',
        secretHash: null,
        previousHash: null,
      },
      ...{ redirectUris: JSON.stringify(uris), postLogoutRedirectUris: '[]' },
    });
    const all = async () => {
      reads += 1;
      return [stored()];
    };
    const allows = createClientOrigins({ all } as unknown as Database, () => now);
    const asked = (...origins: string[]) => Promise.all(origins.map(allows));
    assert.deepEqual(await asked('https://one.example', 'https://two.example', 'null'), [true, false, false]);
    assert.equal(reads, 1);
    uris = ['https://two.example/cb'];
    now += 999;
    assert.deepEqual(await asked('https://two.example', 'https://one.example'), [false, true]);
    assert.equal(reads, 1);
    now += 1;
    assert.deepEqual(await asked('https://two.example'), [true], 'a new client counts at once');
    assert.deepEqual(await asked('https://one.example'), [false]);
    now += 59_999;
    assert.equal(reads, 2);
    uris = [];
    assert.deepEqual(await asked('https://two.example'), [true]);
    now += 1;
    assert.deepEqual(await asked('https://two.example'), [false]);
    assert.equal(reads, 3);
  });

  it('are asked for again when the database did not answer', async () => {
    let isDown = true;
    const all = async () => {
      if (isDown) throw new Error('down');
      return [];
    };
    const allows = createClientOrigins({ all } as unknown as Database, () => 0);
    await assert.rejects(allows('https://one.example'), /down/);
    isDown = false;
    assert.equal(await allows('https://one.example'), false);
  });
});
