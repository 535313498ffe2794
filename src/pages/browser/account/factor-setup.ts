import { call } from '../api.ts';
import { clearNotice, showNotice } from '../notice.ts';
import { byId, goOn, isAwaited } from '../page.ts';
import { usePasskey } from '../passkey-ceremony.ts';
import { passkeysWork } from '../passkey-support.ts';
import { explain } from '../refusals.ts';
import { needsFactorSetup, replaceSession } from '../session.ts';
import { readSecurity } from './security.ts';

type Step = 'add' | 'log-in';

const account = () => byId('account', HTMLElement);
const card = () => byId('factor-setup', HTMLElement);
const notice = () => byId('factor-setup-notice', HTMLElement);
const doneLine = () => byId('factor-setup-done', HTMLElement);

/** Shows the account as it is once everything works. */
let showAccount: () => Promise<void> = async () => {};

export function startFactorSetup(show: () => Promise<void>): void {
  showAccount = show;
  // Not there where passkeys are switched off.
  document.getElementById('factor-setup-log-in')?.addEventListener('click', () => void logInByPasskey());
  addEventListener('hashchange', () => void showWhetherSetup());
}

/**
 * SECOND_FACTOR: to be called whenever the account is shown. Until the factor is there, nothing is offered that would be
 * refused. A passkey counts once somebody has logged in with it, which the page offers as the next step.
 */
export async function showWhetherSetup(): Promise<void> {
  if (!needsFactorSetup()) {
    delete account().dataset.setup;
    card().hidden = true;
    return;
  }
  clearNotice(doneLine());
  if (location.hash !== '#security') location.replace('#security');
  if (account().dataset.setup === undefined) showStep('add');
  const { ok, data } = await readSecurity();
  if (ok && data.passkeys > 0 && passkeysWork && needsFactorSetup()) showStep('log-in');
}

function showStep(step: Step): void {
  account().dataset.setup = step;
  card().hidden = false;
  for (const part of card().querySelectorAll<HTMLElement>('[data-setup-step]')) {
    part.hidden = part.dataset.setupStep !== step;
  }
}

/** After a passkey was added: true when the next step was shown in place of everything else. */
export function askForPasskeyLogin(): boolean {
  if (!needsFactorSetup()) return false;
  showStep('log-in');
  byId('factor-setup-added', HTMLElement).focus();
  return true;
}

/** The session may do everything now: back to the application that waits, or on with the account. */
export async function finishFactorSetup(): Promise<void> {
  if (isAwaited()) return goOn();
  await showAccount();
  showNotice(doneLine(), doneLine().dataset.done ?? '', 'success');
  doneLine().focus();
}

async function logInByPasskey(): Promise<void> {
  clearNotice(notice());
  const reply = await usePasskey((credential) => call('POST', '/api/login/passkey', { body: { credential } }));
  if (reply.ok) {
    replaceSession(reply);
    return finishFactorSetup();
  }
  if (reply.code !== 'cancelled') showNotice(notice(), explain(reply), 'danger');
}
