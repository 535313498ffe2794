import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../src/http/api-error.ts';
import { BodyCutOff, BodyTooLarge, ForbiddenCharacters, InvalidJson, MAX_BODY_BYTES } from '../../src/http/errors.ts';
import { parseBody } from '../../src/http/json-body.ts';
import { readBody } from '../../src/http/read-body.ts';
import { hasForbiddenCharacters } from '../../src/lib/characters.ts';
import { anyString } from '../support/any-string.ts';

const isText = (text: string) => !hasForbiddenCharacters(text.trim());
const parse = (json: unknown) => parseBody(Buffer.from(JSON.stringify(json)));

describe('the body reader', () => {
  it('refuses with 400 or gives text: nothing else, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, name) => {
        try {
          assert.equal(typeof parseBody(Buffer.from(bytes)).text(name), 'string');
        } catch (error) {
          assert.ok(error instanceof ApiError && error.declaration.status === 400);
        }
      }),
    );
  });

  it('refuses bytes that are no UTF-8, wherever they stand', () => {
    const broken = ['ff', '80', 'c3', 'c328', 'c0af', 'e282', 'eda080', 'f0288cbc', 'f4908080', 'fe'];
    for (const hex of broken) {
      const bytes = Buffer.from(hex, 'hex');
      for (const [before, after] of [
        ['{"a":"', '"}'],
        ['{"', '":"a"}'],
        ['{"a":"é', '","b":"\\u00e9"}'],
        ['', '{}'],
        ['{}', ''],
      ] as const) {
        const body = Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
        assert.throws(() => parseBody(body), { declaration: InvalidJson }, `${hex} in ${before}`);
      }
    }
    assert.equal(parseBody(Buffer.from('{"a":"\u{10ffff}é\ufffd"}')).text('a'), '\u{10ffff}é\ufffd');
  });

  it('gives a list of texts, trimmed and without forbidden characters, or refuses it with 400', () => {
    const member = fc.oneof(anyString(), fc.integer(), fc.constantFrom('a\u0000', 'a\u202eb', ' a '), fc.boolean());
    fc.assert(
      fc.property(fc.array(member), (list) => {
        const isGood = list.every((one) => typeof one === 'number' || (typeof one === 'string' && isText(one)));
        if (isGood)
          assert.deepEqual(
            parse({ list }).texts('list'),
            list.map((one) => String(one).trim()),
          );
        else assert.throws(() => parse({ list }).texts('list'), ApiError);
      }),
    );
    assert.deepEqual([parse({}).texts('list'), parse({ list: null }).texts('list')], [[], []]);
    assert.throws(() => parse({ list: ['b', 'a\u0000'] }).texts('list'), { declaration: ForbiddenCharacters });
  });

  it('gives any member of any JSON object as text, or refuses it with 400', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.string(), (object, other) => {
        const body = parse(object);
        for (const name of [...Object.keys(object), other, '__proto__', 'constructor', 'toString']) {
          try {
            const text = body.text(name);
            assert.equal(text, text.trim());
            assert.ok(!hasForbiddenCharacters(text));
            if (!Object.hasOwn(object, name)) assert.equal(text, '');
          } catch (error) {
            assert.ok(error instanceof ApiError && error.declaration.status === 400);
          }
        }
      }),
    );
  });

  it('keeps a password to the letter', () => {
    fc.assert(
      fc.property(anyString(), (password) => {
        assert.equal(parse({ password }).rawText('password'), password);
      }),
    );
  });

  it('converts numbers and booleans, takes null for missing, and refuses the rest', () => {
    const body = parse({ number: 1.5, yes: true, nothing: null, list: ['a'], object: {} });
    assert.deepEqual(
      ['number', 'yes', 'nothing', 'missing'].map((name) => body.text(name)),
      ['1.5', 'true', '', ''],
    );
    for (const name of ['list', 'object'])
      assert.throws(() => body.text(name), { message: `${name} must be a string` });
  });

  it('takes the last of two members of one name', () => {
    assert.equal(parseBody(Buffer.from('{"a":"first","a":"last"}')).text('a'), 'last');
  });

  it('refuses control characters, lone surrogates and what turns text round', () => {
    for (const bad of [
      '\0',
      '\u0007',
      '\u007f',
      '\u0085',
      '\u202e',
      '\u2066',
      '\u200f',
      '\u061c',
      '\ud800',
      '\udc00x',
    ]) {
      assert.throws(
        () => parse({ a: `x${bad}x` }).text('a'),
        { declaration: ForbiddenCharacters },
        JSON.stringify(bad),
      );
    }
    for (const good of ['Zoë', '日本語', '👩‍👩‍👧', "O'Brien-Smith", 'ABC 123'])
      assert.equal(parse({ a: good }).text('a'), good);
  });

  it('refuses the first and the last of each forbidden range, and nothing on either side of it', () => {
    const ranges: [first: number, last: number][] = [
      [0x00, 0x1f],
      [0x7f, 0x9f],
      [0x61c, 0x61c],
      [0x200e, 0x200f],
      [0x2028, 0x202e],
      [0x2066, 0x2069],
      [0xd800, 0xdfff],
    ];
    const reading = (codePoint: number) => parse({ a: `x${String.fromCodePoint(codePoint)}x` }).text('a');
    for (const [first, last] of ranges) {
      for (const bad of [first, last])
        assert.throws(() => reading(bad), { declaration: ForbiddenCharacters }, bad.toString(16));
      for (const good of [first - 1, last + 1].filter((codePoint) => codePoint >= 0)) {
        assert.equal(reading(good).codePointAt(1), good, good.toString(16));
      }
    }
  });

  it('survives deep nesting', () => {
    const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    assert.throws(() => parseBody(Buffer.from(deep)).text('a'), { message: 'a must be a string' });
  });

  it('does not wait for a stream that was cut off before it is read', async () => {
    const stream = Readable.from([Buffer.from('{}')]).destroy();
    await finished(stream, { error: false }).catch(() => {});
    await assert.rejects(readBody(stream, undefined, parseBody), { declaration: BodyCutOff });
  });

  it('reads a stream up to the limit, in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 })), async (pieces) => {
        const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)));
        const read = await readBody(stream, undefined, (bytes) => bytes);
        assert.deepEqual(read, Buffer.concat(pieces));
      }),
      { numRuns: 50 },
    );
    const tooMuch = Readable.from([Buffer.alloc(MAX_BODY_BYTES), Buffer.alloc(1)]);
    let isParsed = false;
    const reading = readBody(tooMuch, undefined, () => {
      isParsed = true;
    });
    await assert.rejects(reading, { declaration: BodyTooLarge });
    await finished(tooMuch);
    assert.equal(isParsed, false);
  });
});
