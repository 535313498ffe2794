import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE, MIN_PICTURE_SIDE } from '../core/profile/pictures/picture.ts';
import { readPicture } from '../core/profile/pictures/read-picture.ts';
import { ApiError } from '../http/api-error.ts';
import type { Body } from '../http/json-body.ts';
import { EmptyField, InvalidPicture } from './errors.ts';
import { object, string } from './json-schema.ts';
import { narrowed } from './operation.ts';

const RULES = {
  too_large: `at most ${MAX_PICTURE_BYTES / 1024} KiB`,
  not_a_picture: 'a JPEG picture in base64',
  wrong_dimensions: `a square of ${MIN_PICTURE_SIDE} to ${MAX_PICTURE_SIDE} pixels`,
} as const;

export const pictureBody = object({
  image: string({
    contentEncoding: 'base64',
    description:
      `A JPEG file: ${RULES.wrong_dimensions}, ${RULES.too_large}. Other contents, such ` +
      'as camera data, are removed.',
  }),
});

export const PICTURE_ERRORS = [narrowed(EmptyField, { field: 'image' }), InvalidPicture];

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function readPictureMember(body: Body): Buffer {
  const text = body.text('image');
  if (text === '') throw new ApiError(EmptyField, { field: 'image' });
  const picture = BASE64.test(text) ? readPicture(Buffer.from(text, 'base64')) : 'not_a_picture';
  if (typeof picture === 'string') throw new ApiError(InvalidPicture, { reason: picture, rule: RULES[picture] });
  return picture;
}
