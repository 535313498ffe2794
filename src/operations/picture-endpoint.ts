import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import type { Reads } from '../store/engine/database.ts';
import { byName, PICTURES_PATH } from '../store/tables/profile-pictures.ts';

/**
 * Each picture has its own address, so a browser need not ask again. Only for a day, and never in a shared
 * cache: a picture that was removed is to be gone.
 */
const HEADERS = {
  'cache-control': 'private, max-age=86400, immutable',
  // Besides `nosniff`: should a browser ever show it as a document, it may do nothing.
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  // Pages of apps show it.
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Uploaded pictures, without a token: `<img>` sends none, and nobody guesses the name. */
export const pictureEndpoint = (db: Reads): Endpoint => ({
  method: 'GET',
  path: `${PICTURES_PATH}:name`,
  async answer({ params: { name = '' } }) {
    const picture = await byName(db, name);
    if (!picture) throw new ApiError(NotFound);
    return {
      status: 200,
      headers: { ...HEADERS, 'content-type': picture.contentType },
      body: Buffer.from(picture.image, 'base64'),
    };
  },
});
