import type { Endpoint } from '../http/endpoint.ts';
import { callbackPath } from '../identities/provider-flow.ts';

/** Longer ones are nothing that a provider sends: they would not fit into an address. */
const LONGEST = 2000;

/**
 * Some providers let the browser post what they have to say (`form_post`). The script of the page finds it in the
 * address, where others put it. Cookies are missing from such a request, and nobody needs them.
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
