import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { handleForm } from '../forms.ts';
import { clearNotice, showNotice } from '../notice.ts';
import { byId } from '../page.ts';
import { freshly } from '../recent-login.ts';
import { explain } from '../refusals.ts';
import { forgetRecentLogin, needsFactorSetup } from '../session.ts';
import type { Block } from './block.ts';
import { finishFactorSetup } from './factor-setup.ts';
import { requestAsOwner } from './owner.ts';
import { drawQrCode } from './qr-code.ts';
import { forgetCodes, showCodes, startCodes } from './recovery-codes.ts';
import { isInSight } from './sections.ts';
import { readSecurity } from './security.ts';

type State = 'none' | 'adding' | 'codes' | 'active' | 'removing';

interface NewApp {
  readonly secret: string;
  readonly otpauth_url: string;
  readonly qr: readonly string[];
}

let state: State | undefined;
/** The owner had to add a factor before anything else. */
let wasRequired = false;

const notice = () => byId('authenticator-notice', HTMLElement);

export const authenticator: Block = {
  id: 'authenticator',
  start() {
    addEventListener('hashchange', () => void loadIfShown());
    handleForm('add-app-form', { send: begin, succeeded: showNewApp });
    handleForm('confirm-app-form', {
      send: (values) => freshly(() => requestAsOwner('POST', '/api/me/totp/confirm', values)),
      succeeded: showNewCodes,
      refused: ({ code }) => {
        if (code === 'invalid_code') byId('app-code', HTMLInputElement).select();
        return false;
      },
    });
    handleForm('remove-app-form', {
      send: () => freshly(() => requestAsOwner('DELETE', '/api/me/totp')),
      succeeded: () => void load().then(() => tell(notice().dataset.removed ?? '')),
    });
    press('cancel-app', goBack);
    press('keep-app', goBack);
    press('replace-app', async () => tellOr(await begin(), showNewApp));
    press('renew-codes', async () =>
      tellOr(await freshly(() => requestAsOwner('POST', '/api/me/recovery-codes')), showNewCodes),
    );
    press('remove-app', () => {
      show('removing');
      byId('remove-question', HTMLElement).focus();
    });
    startCodes(finish);
  },
  show(_user, isSame) {
    if (!isSame) state = undefined;
    // The owner is set after all blocks have been shown.
    queueMicrotask(() => void loadIfShown());
  },
};

/** Only for whoever looks at the section; what somebody is in the middle of stays. */
async function loadIfShown(): Promise<void> {
  if (!isInSight('security') || state === 'adding' || state === 'codes') return;
  clearNotice(notice());
  await load();
}

async function load(): Promise<void> {
  const reply = await readSecurity();
  if (!reply.ok) return showNotice(notice(), explain(reply), 'danger');
  const { totp, recovery_codes_left: left } = reply.data;
  const line = byId('codes-left', HTMLElement);
  line.textContent = fill(line.dataset.text ?? '', { count: String(left) });
  show(totp ? 'active' : 'none');
}

/** Secrets and codes are in the document only while they are shown. */
function show(next: State): void {
  state = next;
  if (next !== 'adding') forgetNewApp();
  if (next !== 'codes') forgetCodes();
  for (const part of byId('authenticator-block', HTMLElement).querySelectorAll<HTMLElement>('[data-state]')) {
    part.hidden = part.dataset.state !== next;
  }
}

function begin(): Promise<Reply> {
  wasRequired = needsFactorSetup();
  return freshly(() => requestAsOwner('POST', '/api/me/totp'));
}

function showNewApp({ data }: Reply): void {
  const { secret, otpauth_url, qr } = data as NewApp;
  clearNotice(notice());
  show('adding');
  drawQrCode(byId('app-qr', HTMLElement), qr);
  byId('app-key', HTMLElement).textContent = (secret.match(/.{1,4}/g) ?? []).join(' ');
  byId('app-link', HTMLAnchorElement).href = otpauth_url;
  byId('app-code', HTMLInputElement).focus();
}

function forgetNewApp(): void {
  byId('confirm-app-form', HTMLFormElement).reset();
  byId('app-qr', HTMLElement).replaceChildren();
  byId('app-key', HTMLElement).textContent = '';
  byId('app-link', HTMLAnchorElement).removeAttribute('href');
}

function showNewCodes({ data }: Reply): void {
  // An access token from before the second factor was there may do less, or nothing any more.
  forgetRecentLogin();
  clearNotice(notice());
  show('codes');
  showCodes((data as { recovery_codes: readonly string[] }).recovery_codes);
}

async function finish(): Promise<void> {
  await goBack();
  if (wasRequired) await finishFactorSetup();
  wasRequired = false;
}

/** The button that was pressed is gone, so the focus goes to the first that there is. */
async function goBack(): Promise<void> {
  await load();
  byId('authenticator-block', HTMLElement).querySelector<HTMLElement>('[data-state]:not([hidden]) button')?.focus();
}

function press(id: string, action: () => Promise<void> | void): void {
  // Not disabled meanwhile, because it would lose the focus.
  let isBusy = false;
  byId(id, HTMLButtonElement).addEventListener('click', async () => {
    if (isBusy) return;
    isBusy = true;
    await action();
    isBusy = false;
  });
}

function tellOr(reply: Reply, succeeded: (reply: Reply) => void): void {
  if (reply.ok) succeeded(reply);
  else if (reply.code !== 'cancelled') showNotice(notice(), explain(reply), 'danger');
}

function tell(text: string): void {
  showNotice(notice(), text, 'success');
  // The button that was pressed is gone.
  notice().focus();
}
