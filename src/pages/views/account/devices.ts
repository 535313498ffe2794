import { html } from '../../html.ts';
import type { BlockView } from './block.ts';

/** With SESSIONS=single there is one device at most, and nothing to choose. */
export const devices: BlockView = ({ hasManySessions, texts: { devices: words } }) =>
  hasManySessions
    ? {
        id: 'devices',
        title: words.title,
        lead: words.lead,
        content: html`<ul class="devices" id="device-list" aria-labelledby="devices-title" data-current="${words.current}" data-unknown="${words.unknown}"
data-used="${words.used}" data-end="${words.end}" data-end-named="${words.endNamed}" data-ended="${words.ended}" data-others-ended="${words.othersEnded}"></ul>
<div class="submit" id="devices-foot" hidden><p class="form-notice" id="devices-notice" role="status" tabindex="-1"></p>
<button class="button plain" type="button" id="end-others" hidden>${words.endOthers}</button></div>`,
      }
    : undefined;
