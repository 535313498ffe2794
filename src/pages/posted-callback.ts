import type { Endpoint } from '../http/endpoint.ts';
import { callbackPath } from '../identities/provider-flow.ts';

/** The maximum length of a posted answer, which has to fit into an address. */
const LONGEST = 2000;

/**
 * Some providers let the browser post their answer (`form_post`). Redirects with the answer in the address, where the
 * page's script expects it. Such requests lack cookies, and none is needed.
 */
export const postedCallback = ({ base }: { readonly base: string }): Endpoint => ({
  method: 'POST',
  path: callbackPath(':provider'),
  async answer(request) {
    const sent = new URLSearchParams((await request.bytes()).toString());
    const said = new URLSearchParams();
    for (const name of ['code', 'state', 'iss', 'error', 'user']) {
      const value = sent.get(name);
      if (value !== null && value.length <= LONGEST) said.set(name, value);
    }
    const address = base + callbackPath(encodeURIComponent(request.params.provider ?? ''));
    return { status: 303, headers: { location: `${address}?${said}` }, body: '' };
  },
});
