import type { Endpoint } from '../../http/endpoint.ts';
import { callbackPath } from './provider-flow.ts';

/** Parameters must fit into an address. */
const MAX_LENGTH = 2000;

/**
 * Some providers let the browser post their answer (`form_post`). Redirects with the answer in the address, where the
 * page's script expects it. These requests have no cookies and need none.
 */
export const postedCallback = (base: string): Endpoint => ({
  method: 'POST',
  path: callbackPath(':provider'),
  async answer(request) {
    const sent = new URLSearchParams((await request.bytes()).toString());
    const answer = new URLSearchParams();
    for (const name of ['code', 'state', 'iss', 'error', 'user']) {
      const value = sent.get(name);
      if (value !== null && value.length <= MAX_LENGTH) answer.set(name, value);
    }
    const address = base + callbackPath(encodeURIComponent(request.params.provider ?? ''));
    return { status: 303, headers: { location: `${address}?${answer}` }, body: '' };
  },
});
