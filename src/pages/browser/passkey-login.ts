import { call, type Reply } from './api.ts';
import { byId } from './page.ts';
import { usePasskey } from './passkey-ceremony.ts';
import { signalAfterLogin } from './passkey-signals.ts';

export interface PasskeyLogin {
  /** Lets the browser offer passkeys in the address field until stopped. */
  startAutofill(): Promise<void>;
  stopAutofill(): void;
  /** Call after any login. */
  tellPasswordManager(login: Reply): Promise<void>;
}

/** The options are valid for 10 minutes. */
const RENEW_OPTIONS_AFTER_MS = 9 * 60_000;

const logIn = (credential: object) => {
  const accepts = document.querySelector('#login-form [name="accept_terms"]') !== null;
  return call('POST', '/api/login/passkey', { body: { credential, ...(accepts && { accept_terms: true }) } });
};

const tellPasswordManager = async (login: Reply): Promise<void> => {
  if (login.ok) await signalAfterLogin(login);
};

/**
 * For browsers with passkeys: a login by the button or by autofill. `answered` gets every answer except a cancellation.
 */
export function handlePasskeyLogin(answered: (reply: Reply) => void): PasskeyLogin {
  const button = byId('passkey-login', HTMLButtonElement);
  let autofill: AbortController | undefined;
  let isBusy = false;

  async function finish(reply: Reply): Promise<void> {
    await tellPasswordManager(reply);
    if (reply.code !== 'cancelled') answered(reply);
  }

  function stopAutofill(): void {
    autofill?.abort();
    autofill = undefined;
  }

  async function startAutofill(): Promise<void> {
    if (autofill || !(await PublicKeyCredential.isConditionalMediationAvailable())) return;
    stopAutofill();
    const current = new AbortController();
    autofill = current;
    const renewal = setTimeout(renewOnceSeen, RENEW_OPTIONS_AFTER_MS);
    let isChosen = false;
    const logInByChoice = (credential: object) => {
      isChosen = true;
      return logIn(credential);
    };
    const reply = await usePasskey(logInByChoice, { mediation: 'conditional', signal: current.signal });
    clearTimeout(renewal);
    // Nobody asked for autofill: if it is not available, stays silent and keeps other notices.
    if (isChosen && !current.signal.aborted) await finish(reply);
  }

  /** A hidden tab sends no requests. */
  function renewOnceSeen(): void {
    stopAutofill();
    if (document.visibilityState === 'visible') void startAutofill();
    else document.addEventListener('visibilitychange', renewOnceSeen, { once: true });
  }

  button.disabled = false;
  button.addEventListener('click', async () => {
    if (isBusy) return;
    isBusy = true;
    // Browsers refuse a second request beside autofill's.
    stopAutofill();
    const reply = await usePasskey(logIn);
    await finish(reply);
    isBusy = false;
    if (reply.code === 'cancelled') await startAutofill();
  });
  return { startAutofill, stopAutofill, tellPasswordManager };
}
