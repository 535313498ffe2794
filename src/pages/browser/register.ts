import { call, type Reply } from './api.ts';
import { carryAddress } from './carried-address.ts';
import { focusFirstField } from './components/focus.ts';
import type { NoticeText } from './components/notice.tsx';
import { nested, sentValues } from './field-values.ts';
import { RegisterForm } from './forms/register-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { interruptJourney } from './interrupted-journey.ts';
import { addressOf, byId, carried, continueTo, finishJourney, navigate, pageIsReady, readPageData } from './page.ts';
import { CONTINUES, earlierStep, showStep } from './page-state.ts';
import { whenBegun } from './session.ts';
import { canRemember } from './token-store.ts';
import { isForApp, withWaitingApp } from './waiting-app.ts';

const { fields } = readPageData();
let registered = '';
let password = '';
/** The registration with the wrong address, until it is withdrawn. */
let mistaken: { readonly email: string; readonly password: string } | undefined;
let waiting = new AbortController();
let updateResend: ReturnType<typeof import('./unverified.ts').startWaiting> | undefined;

const email = byId('email', HTMLInputElement);
carryAddress(email);
const update = hydrateForm('register-form', RegisterForm, {
  send: async (values) => {
    const refused = await withdrawMistaken(values.password);
    if (refused) return refused;
    password = values.password ?? '';
    return call('POST', withWaitingApp('/api/register'), {
      body: nested(sentValues(values, fields)),
      withCookies: isForApp,
    });
  },
  refused: ({ code }) => {
    if (code !== 'already_verified') return undefined;
    // Somebody opened the link to the first address, so it was right.
    continueTo('/login', { email: mistaken?.email ?? '' });
    return true;
  },
  succeeded: ({ data }) => {
    registered = (data as { email: string }).email;
    interruptJourney('account_verification', registered);
    showRegistered();
  },
});
// Not while the form is being filled in.
whenBegun(() => {
  if (registered !== '') finishJourney();
});

function showRegistered(): void {
  showStep('registered', { email: registered });
  // The next page would not know the session, or this one no longer has the password.
  byId('goes-on', HTMLElement).hidden = !canRemember || password === '';
  void waitForVerification();
}

async function waitForVerification(): Promise<void> {
  const { startWaiting, waitFor, recordSent } = await unverified;
  waiting = new AbortController();
  const body = { email: registered, password };
  const logIn = password === '' ? undefined : () => call('POST', '/api/login', { body });
  const toLogin = () => continueTo('/login', { email: registered });
  const { signal } = waiting;
  const awaited = { email: registered, logIn, keep: false, loggedIn: () => finishJourney(), toLogin, signal };
  const login = canRemember ? awaited : undefined;
  if (password !== '') recordSent('verification', registered);
  if (updateResend) waitFor(login, registered);
  else updateResend = startWaiting(login, () => registered);
  // Clears messages about another address.
  updateResend({ key: registered });
}

/**
 * Returns to the form with everything but the password. Sending it withdraws the first registration, which frees the
 * phone number and voids the link to the wrong mailbox.
 */
byId('change-address', HTMLButtonElement).addEventListener('click', () => {
  mistaken = { email: registered, password };
  registered = '';
  waiting.abort();
  const typed = byId('password', HTMLInputElement);
  typed.value = '';
  typed.dispatchEvent(new Event('input', { bubbles: true }));
  showStep('register');
  email.focus();
  email.select();
});

/** Undefined once it is gone for any reason. */
async function withdrawMistaken(typed = ''): Promise<Reply | undefined> {
  if (!mistaken) return undefined;
  const body = { ...mistaken, password: mistaken.password || typed };
  const reply = await call('POST', '/api/register/withdraw', { body });
  if (!reply.ok && reply.code !== 'invalid_credentials') return reply;
  mistaken = undefined;
  return undefined;
}

focusFirstField('register-form');
pageIsReady();

/** The login page continues. */
const elsewhere = {
  ...{ email, keeps: () => false, from: addressOf('/login', carried, CONTINUES) },
  showNotice: (noticeText: NoticeText) => update({ notice: noticeText }),
};
async function offerOtherWays(): Promise<void> {
  if (document.getElementById('providers')) (await import('./identity-flow.ts')).offerProviders(elsewhere);
  if (!document.getElementById('email-login')) return;
  const { offerEmailCode } = await import('./email-login.ts');
  offerEmailCode(elsewhere, () => navigate(elsewhere.from));
}
if (canRemember) void offerOtherWays();

/** Loaded while the form is filled in, so that it can be used sooner. */
const unverified = import('./unverified.ts');
const earlier = earlierStep();
if (earlier?.id === 'registered') {
  registered = earlier.values.email ?? '';
  showRegistered();
}
