/** In base64, a picture of this size fits into a request body of 64 KiB. The pages repeat this limit. */
export const MAX_PICTURE_BYTES = 45 * 1024;
export const MIN_PICTURE_SIDE = 16;
export const MAX_PICTURE_SIDE = 512;

export interface ParsedPicture {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** Reassembled from the parts that make up a still picture. */
  readonly bytes: Buffer;
}
