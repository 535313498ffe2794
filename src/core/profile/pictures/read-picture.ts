import { parseJpeg } from './jpeg.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE, MIN_PICTURE_SIDE } from './picture.ts';

export const PICTURE_PROBLEMS = ['too_large', 'not_a_picture', 'wrong_dimensions'] as const;
type PictureProblem = (typeof PICTURE_PROBLEMS)[number];

/**
 * Checks the bytes, whatever type was declared, without decoding them. Keeps only known parts of the file, so that
 * nothing else hides in it, such as the place where the picture was taken.
 */
export function readPicture(bytes: Buffer): Buffer | PictureProblem {
  if (bytes.length > MAX_PICTURE_BYTES) return 'too_large';
  const picture = parseJpeg(bytes);
  if (!picture) return 'not_a_picture';
  const { width, height } = picture;
  const isAllowed = width === height && width >= MIN_PICTURE_SIDE && width <= MAX_PICTURE_SIDE;
  return isAllowed ? picture.bytes : 'wrong_dimensions';
}
