import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_PICTURE_BYTES } from '../../../../src/core/profile/pictures/picture.ts';
import { readPicture } from '../../../../src/core/profile/pictures/read-picture.ts';
import { FRAME_AT, PICTURE as jpeg, pictureOf } from '../../../support/pictures.ts';
import { pngOf } from '../../../support/png.ts';

const SCRIPT = '<script>alert(1)</script>';

const inserted = (bytes: Buffer, at: number, more: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
/** A copy in which bytes stand in place of others. */
const withBytes = (bytes: Buffer, at: number, hex: string): Buffer => {
  const copy = Buffer.from(bytes);
  copy.write(hex, at, 'hex');
  return copy;
};
const jpegSegment = (marker: string, text: string): Buffer =>
  Buffer.concat([
    Buffer.from(`ff${marker}${(text.length + 2).toString(16).padStart(4, '0')}`, 'hex'),
    Buffer.from(text),
  ]);
describe('readPicture', () => {
  it('keeps a picture as it is', () => {
    const read = readPicture(jpeg);
    assert.ok(typeof read === 'object', String(read));
    assert.equal(read.toString('hex'), jpeg.toString('hex'));
  });

  const hidden: Readonly<Record<string, Buffer>> = {
    'the place of a photograph': inserted(jpeg, 2, jpegSegment('e1', `Exif\0\0${SCRIPT}`)),
    'a comment': inserted(jpeg, 2, jpegSegment('fe', SCRIPT)),
    'what calls itself a colour transform': inserted(jpeg, 2, jpegSegment('ee', `Adobe${SCRIPT}`)),
    'what follows the picture': Buffer.concat([jpeg, Buffer.from(SCRIPT)]),
  };
  for (const [what, file] of Object.entries(hidden)) {
    it(`leaves out ${what}`, () => {
      const read = readPicture(file);
      assert.ok(typeof read === 'object', String(read));
      assert.equal(read.toString('hex'), jpeg.toString('hex'));
    });
  }

  it('keeps how the colours of a JPEG are coded', () => {
    const transform = Buffer.from('ffee000e41646f626500640000000000', 'hex');
    const read = readPicture(inserted(jpeg, 2, transform));
    assert.ok(typeof read === 'object' && read.includes(transform));
  });

  const refused: Readonly<Record<string, readonly [problem: string, file: Buffer]>> = {
    nothing: ['not_a_picture', Buffer.alloc(0)],
    SVG: ['not_a_picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>')],
    HTML: ['not_a_picture', Buffer.from(`<!doctype html>${SCRIPT}`)],
    GIF: ['not_a_picture', Buffer.from('GIF89a\u0010\0\u0010\0', 'latin1')],
    'HTML in front of a picture': ['not_a_picture', Buffer.concat([Buffer.from(SCRIPT), jpeg])],
    PNG: ['not_a_picture', pngOf(16, 16, [0, 0, 0, 255])],
    WebP: ['not_a_picture', Buffer.from('RIFF\0\0\0\0WEBPVP8L', 'latin1')],
    'the start of a JPEG alone': ['not_a_picture', jpeg.subarray(0, 2)],
    'a JPEG that is cut off': ['not_a_picture', jpeg.subarray(0, -2)],
    'a JPEG without a scan': ['not_a_picture', Buffer.concat([jpeg.subarray(0, FRAME_AT + 19), jpeg.subarray(-2)])],
    'a JPEG with a second frame': ['not_a_picture', inserted(jpeg, FRAME_AT, jpeg.subarray(FRAME_AT, FRAME_AT + 19))],
    'a JPEG with arithmetic coding': ['not_a_picture', withBytes(jpeg, FRAME_AT, 'ffc9')],
    'a JPEG that sets its height later': ['not_a_picture', inserted(jpeg, FRAME_AT, jpegSegment('dc', '\0\u0010'))],
    'a JPEG of 65535 pixels square': ['wrong_dimensions', pictureOf(65_535, 65_535)],
    'a JPEG that is 0 wide': ['wrong_dimensions', pictureOf(0, 16)],
    'a picture that is no square': ['wrong_dimensions', pictureOf(16, 17)],
    'a tiny picture': ['wrong_dimensions', pictureOf(15, 15)],
    'a large picture': ['wrong_dimensions', pictureOf(513, 513)],
    'a large file': ['too_large', Buffer.concat([jpeg, Buffer.alloc(MAX_PICTURE_BYTES)])],
  };
  for (const [what, [problem, file]] of Object.entries(refused)) {
    it(`refuses ${what}: ${problem}`, () => assert.equal(readPicture(file), problem));
  }

  it('never throws, whatever is cut off or changed', () => {
    for (let at = 0; at < jpeg.length; at += 1) {
      readPicture(jpeg.subarray(0, at));
      for (const value of ['00', '7f', 'ff']) readPicture(withBytes(jpeg, at, value));
    }
  });
});
