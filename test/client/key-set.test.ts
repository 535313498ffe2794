import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVerifier } from '../../client/src/verify/index.ts';
import { claims, codeOf, jwkOf, made, serveKeys, turnClock } from './made-tokens.ts';

describe('the key set of the check', () => {
  it('is fetched once, again when it is old or a key is new, and not for everybody who makes a name up', async (t) => {
    const advance = turnClock(t);
    const set = await serveKeys(t, [jwkOf('EdDSA')]);
    const verify = createVerifier({ keys: set.url });
    await Promise.all([1, 2, 3].map(() => verify(made('EdDSA'))));
    assert.equal(set.asked, 1);
    set.keys = [jwkOf('ES256', 'two'), jwkOf('EdDSA')];
    assert.equal(await codeOf(verify(made('ES256', claims(), { kid: 'two' }))), 'good', 'made just now');
    assert.equal(set.asked, 2);
    for (const kid of ['a', 'b', 'c'])
      assert.equal(await codeOf(verify(made('EdDSA', claims(), { kid }))), 'invalid_token');
    assert.equal(set.asked, 2, 'just looked for one');
    advance(6000);
    await Promise.all(['a', 'b', 'c'].map((kid) => codeOf(verify(made('EdDSA', claims(), { kid })))));
    assert.equal(set.asked, 3);
    advance(21_000);
    set.keys = [jwkOf('ES256', 'two')];
    assert.equal(await codeOf(verify(made('EdDSA'))), 'invalid_token', 'a key that was retired');
  });

  it('outlives the service for a while, and then nobody can say', async (t) => {
    const advance = turnClock(t);
    const set = await serveKeys(t, [jwkOf('EdDSA')]);
    const verify = createVerifier({ keys: set.url });
    await verify(made('EdDSA'));
    set.status = 503;
    const asked = set.asked;
    advance(14 * 60_000);
    for (const kid of ['a', 'b', 'c']) await codeOf(verify(made('EdDSA', claims(), { kid })));
    assert.equal(set.asked, asked + 1, 'a service that does not answer is not asked again at once');
    assert.equal(await codeOf(verify(made('EdDSA'))), 'good');
    advance(2 * 60_000);
    assert.equal(await codeOf(verify(made('EdDSA'))), 'keys_unavailable');
    set.status = 200;
    advance(6000);
    assert.equal(await codeOf(verify(made('EdDSA'))), 'good');
  });
});
