import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import type { Reads } from '../store/engine/database.ts';
import { byName, PICTURES_PATH } from '../store/tables/profile-pictures.ts';

/**
 * Each picture has its own URL, so a browser need not revalidate it. The cache is private and lasts a day, because a
 * removed picture must disappear.
 */
const HEADERS = {
  'cache-control': 'private, max-age=86400, immutable',
  // Besides `nosniff`: if a browser shows the picture as a document, that document may do nothing.
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  // Pages of apps may embed it.
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Serves uploaded pictures without a token: `<img>` sends none, and the name cannot be guessed. */
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
