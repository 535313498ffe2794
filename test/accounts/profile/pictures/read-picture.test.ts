import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { MAX_PICTURE_BYTES } from '../../../../src/accounts/profile/pictures/picture.ts';
import { readPicture } from '../../../../src/accounts/profile/pictures/read-picture.ts';
import { PICTURES } from '../../../support/pictures.ts';
import { pngOf } from '../../../support/png.ts';

const SCRIPT = '<script>alert(1)</script>';
const { png, jpeg, webp } = PICTURES;
const lossless = PICTURES['lossless webp'];

const inserted = (bytes: Buffer, at: number, more: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
/** A copy in which bytes stand in place of others. */
const withBytes = (bytes: Buffer, at: number, hex: string): Buffer => {
  const copy = Buffer.from(bytes);
  copy.write(hex, at, 'hex');
  return copy;
};
function pngChunk(type: string, text: string): Buffer {
  const content = Buffer.from(type + text, 'latin1');
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(text.length, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}
const jpegSegment = (marker: string, text: string): Buffer =>
  Buffer.concat([
    Buffer.from(`ff${marker}${(text.length + 2).toString(16).padStart(4, '0')}`, 'hex'),
    Buffer.from(text),
  ]);
/** A chunk at the end of a WebP file, which says that it is longer by that. */
function webpWith(bytes: Buffer, type: string, text: string): Buffer {
  const chunk = Buffer.alloc(8 + text.length + (text.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(text.length, 4);
  chunk.write(text, 8, 'latin1');
  const whole = Buffer.concat([bytes, chunk]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

const frameOf = jpeg.indexOf(Buffer.from('ffc0', 'hex'));

describe('readPicture', () => {
  for (const [kind, bytes] of Object.entries(PICTURES)) {
    it(`keeps a ${kind} as it is`, () => {
      const read = readPicture(bytes);
      assert.ok(typeof read === 'object', String(read));
      const { contentType, width, height } = read;
      assert.deepEqual([contentType, width, height], [`image/${/png|jpeg|webp/.exec(kind)?.[0]}`, 16, 16]);
      assert.equal(read.bytes.toString('hex'), bytes.toString('hex'));
    });
  }

  const hidden: Readonly<Record<string, readonly [file: Buffer, picture: Buffer]>> = {
    'a text in a PNG': [inserted(png, 33, pngChunk('tEXt', `Comment\0${SCRIPT}`)), png],
    'the place in a PNG': [inserted(png, 33, pngChunk('eXIf', SCRIPT)), png],
    'an animation of a PNG': [inserted(png, 33, pngChunk('acTL', '\0\0\0\u0002\0\0\0\0')), png],
    'what follows a PNG': [Buffer.concat([png, Buffer.from(SCRIPT)]), png],
    'the place in a JPEG': [inserted(jpeg, 2, jpegSegment('e1', `Exif\0\0${SCRIPT}`)), jpeg],
    'a comment in a JPEG': [inserted(jpeg, 2, jpegSegment('fe', SCRIPT)), jpeg],
    'what calls itself a colour transform': [inserted(jpeg, 2, jpegSegment('ee', `Adobe${SCRIPT}`)), jpeg],
    'what follows a JPEG': [Buffer.concat([jpeg, Buffer.from(SCRIPT)]), jpeg],
    'the place in a WebP': [webpWith(webp, 'EXIF', SCRIPT), webp],
    'an unknown chunk of a WebP': [webpWith(webp, 'JUNK', SCRIPT), webp],
    'what follows a WebP': [Buffer.concat([webp, Buffer.from(SCRIPT)]), webp],
  };
  for (const [what, [file, picture]] of Object.entries(hidden)) {
    it(`leaves out ${what}`, () => {
      const read = readPicture(file);
      assert.ok(typeof read === 'object', String(read));
      assert.equal(read.bytes.toString('hex'), picture.toString('hex'));
    });
  }

  it('keeps how the colours of a JPEG are coded', () => {
    const transform = Buffer.from('ffee000e41646f626500640000000000', 'hex');
    const read = readPicture(inserted(jpeg, 2, transform));
    assert.ok(typeof read === 'object' && read.bytes.includes(transform));
  });

  const refused: Readonly<Record<string, readonly [problem: string, file: Buffer]>> = {
    nothing: ['not_a_picture', Buffer.alloc(0)],
    SVG: ['not_a_picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>')],
    HTML: ['not_a_picture', Buffer.from(`<!doctype html>${SCRIPT}`)],
    GIF: ['not_a_picture', Buffer.from('GIF89a\u0010\0\u0010\0', 'latin1')],
    'HTML in front of a picture': ['not_a_picture', Buffer.concat([Buffer.from(SCRIPT), png])],
    'the signature of a PNG alone': ['not_a_picture', png.subarray(0, 8)],
    'a PNG without an end': ['not_a_picture', png.subarray(0, -12)],
    'a PNG with something in its end': [
      'not_a_picture',
      Buffer.concat([png.subarray(0, -12), pngChunk('IEND', SCRIPT)]),
    ],
    'a PNG with a second header': ['not_a_picture', inserted(png, 33, png.subarray(8, 33))],
    'a PNG whose first chunk is another': ['not_a_picture', inserted(png, 8, pngChunk('tEXt', 'a'))],
    'a PNG with a critical chunk that is not known': ['not_a_picture', inserted(png, 33, pngChunk('CODE', SCRIPT))],
    'a JPEG that is cut off': ['not_a_picture', jpeg.subarray(0, -2)],
    'a JPEG without a scan': ['not_a_picture', Buffer.concat([jpeg.subarray(0, frameOf + 19), jpeg.subarray(-2)])],
    'a JPEG with a second frame': ['not_a_picture', inserted(jpeg, frameOf, jpeg.subarray(frameOf, frameOf + 19))],
    'a JPEG with arithmetic coding': ['not_a_picture', withBytes(jpeg, frameOf, 'ffc9')],
    'a JPEG that sets its height later': ['not_a_picture', inserted(jpeg, frameOf, jpegSegment('dc', '\0\u0010'))],
    'a WebP that is cut off': ['not_a_picture', webp.subarray(0, -2)],
    'a WebP with an animation': ['not_a_picture', webpWith(webp, 'ANMF', SCRIPT)],
    'a WebP whose canvas is another': ['not_a_picture', withBytes(webp, 24, '1f0000')],
    'a WebP with two pictures': ['not_a_picture', webpWith(webp, 'VP8L', lossless.toString('latin1', 38))],
    'a WebP without a picture': ['not_a_picture', webpWith(Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), 'JUNK', 'a')],
    'a PNG of a billion pixels': ['wrong_dimensions', withBytes(png, 16, '00007fff00007fff')],
    'a PNG that is 0 wide': ['wrong_dimensions', withBytes(png, 16, '0000000000000010')],
    'a JPEG of 65535 pixels square': ['wrong_dimensions', withBytes(jpeg, frameOf + 5, 'ffffffff')],
    'a lossless WebP of 16384 pixels square': [
      'wrong_dimensions',
      withBytes(withBytes(lossless, 24, 'ff3f00ff3f00'), 39, 'ffffff0f'),
    ],
    'a picture that is no square': ['wrong_dimensions', pngOf(16, 17, [0, 0, 0, 255])],
    'a tiny picture': ['wrong_dimensions', pngOf(15, 15, [0, 0, 0, 255])],
    'a large picture': ['wrong_dimensions', pngOf(513, 513, [0, 0, 0, 255])],
    'a large file': ['too_large', Buffer.concat([png, Buffer.alloc(MAX_PICTURE_BYTES)])],
  };
  for (const [what, [problem, file]] of Object.entries(refused)) {
    it(`refuses ${what}: ${problem}`, () => assert.equal(readPicture(file), problem));
  }

  it('never throws, whatever is cut off or changed', () => {
    for (const bytes of Object.values(PICTURES)) {
      for (let at = 0; at < bytes.length; at += 1) {
        readPicture(bytes.subarray(0, at));
        for (const value of ['00', '7f', 'ff']) readPicture(withBytes(bytes, at, value));
      }
    }
  });
});
