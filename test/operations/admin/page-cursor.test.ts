import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cursorOf, readCursor } from '../../../src/administration/page-cursor.ts';

const PLACE = { key: 'ada', id: 7 };
const QUERY = { query: 'a', sort: 'email', status: undefined };
const after = cursorOf({ ...QUERY, limit: '5' }, PLACE);
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the cursor of a page', () => {
  it('is for the same list, in whatever order and with whatever limit it is asked for', () => {
    assert.equal(readCursor(QUERY), undefined);
    for (const query of [QUERY, { sort: 'email', query: 'a' }, { ...QUERY, limit: '100' }])
      assert.deepEqual(readCursor({ ...query, after }), PLACE);
  });

  it('is for no other list', () => {
    for (const query of [{}, { query: 'a' }, { ...QUERY, query: 'b' }, { ...QUERY, status: 'ACTIVE' }])
      assert.throws(() => readCursor({ ...query, after }), /other parameters/);
  });

  it('is nothing else', () => {
    const list = 'query=a&sort=email';
    for (const wrong of [
      ...['', 'x', encoded('x'), encoded({}), encoded(['ada', 7]), encoded(['ada', 7, list, 1]), encoded([1, 7, list])],
      ...[encoded(['ada', 7.5, list]), encoded(['ada', '7', list]), encoded(['a\u0000', 7, list]), encoded([null])],
    ])
      assert.throws(() => readCursor({ ...QUERY, after: wrong }), /must be the next of another page/, wrong);
  });
});
