/** In base64, a picture of this size fits into a request body of 64 KiB. The pages repeat this limit. */
export const MAX_PICTURE_BYTES = 45 * 1024;
export const MIN_PICTURE_SIDE = 16;
export const MAX_PICTURE_SIDE = 512;

/** The one format that every browser's canvas can write in few bytes: PNG is too large, and Safari writes no WebP. */
export const PICTURE_TYPE = 'image/jpeg';
