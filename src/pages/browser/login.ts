import type { Tokens } from '../../../client/src/session-types.ts';
import { call, type Reply } from './api.ts';
import { whenKept } from './back-button.ts';
import { carryAddress } from './carried-address.ts';
import { focusFirstField } from './components/focus.ts';
import { notice, refusalNotice, showNotice } from './components/notice.tsx';
import type { LoginPage } from './email-login.ts';
import { isMissing } from './field-values.ts';
import { LoginForm } from './forms/login-form.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { forgetBegun, hasReturned } from './identity-flow.ts';
import {
  addressOf,
  byId,
  carried,
  continueToSection,
  finishJourney,
  messages,
  nameInTitle,
  pageIsReady,
  readPageData,
  reload,
  showPanel,
  withQuery,
} from './page.ts';
import { CONTINUES, earlierStep, keepStep, showStep } from './page-state.ts';
import type { PasskeyLogin } from './passkey-login.ts';
import { passkeysWork } from './passkey-support.ts';
import { pendingLink } from './pending-link.ts';
import { begin, needsFactorSetup, resume, type User, whenBegun } from './session.ts';
import { SESSION_END_TEXTS } from './session-end-texts.ts';
import { canRemember } from './token-store.ts';
import { nameWaitingApp } from './waiting-app.ts';

const email = byId('email', HTMLInputElement);
const password = byId('password', HTMLInputElement);
const keep = byId('keep', HTMLInputElement);

/** Messages of the previous page; other content of the fragment is ignored. */
const note = carryAddress(email);
const arrival = new Map(Object.entries(SESSION_END_TEXTS)).get(note.get('notice') ?? '');
if (arrival) showNotice('arrival', notice(arrival.text, arrival.mood));
/** Returns visitors from the account page to its section, unless an application waits. */
const [, section] = /^account(#[a-z-]*|)$/.exec(note.get('next') ?? '') ?? [];
const finish = (): void => finishJourney(section === undefined ? undefined : addressOf('/account', carried) + section);
/** This page's address, for a login that leads elsewhere first. */
const from = withQuery(location.pathname, location.search.slice(1), {
  ...CONTINUES,
  ...(section !== undefined && { next: `account${section}` }),
});
const hasProviders = document.getElementById('providers') !== null;
/** The logged-in user, if known. */
let known: User | undefined;
let isAsking = false;

function continueJourney(): void {
  if (isAsking) return;
  // SECOND_FACTOR: the account must add a second factor first, on the account page.
  if (needsFactorSetup()) continueToSection('security');
  else if (hasProviders && pendingLink()) void linkFirst();
  else if (known && lacking(known).length > 0) void askForDetails(known);
  else finish();
}

async function linkFirst(): Promise<void> {
  isAsking = true;
  const { linkAfterLogin } = await import('./link-after-login.ts');
  await linkAfterLogin(known, continueAgain);
}

function continueAgain(): void {
  isAsking = false;
  continueJourney();
}

const { fields } = readPageData();
/** Missing in accounts that were imported, invited, or created before the fields were required. */
const lacking = (user: User) => fields.filter((field) => field.required && isMissing(user, field));

async function askForDetails(user: User): Promise<void> {
  isAsking = true;
  const missing = await import('./missing-details.ts');
  await missing.askForDetails(user, lacking(user), () => {
    isAsking = false;
    finish();
  });
}

/** Shows that the account will not be deleted, and continues when the button is pressed. */
let isSayingKept = false;

async function checkSession(): Promise<void> {
  const found = await resume();
  if (found.state === 'active') {
    known = found.user;
    return isSayingKept ? undefined : continueJourney();
  }
  // The form may have been hidden until it was clear that nobody is logged in.
  focusFirstField('login-form');
  await passkeysLoaded;
  // Not awaited, because it ends when somebody logs in with a passkey.
  void passkey?.startAutofill();
}

const loginPage: LoginPage = {
  email,
  loggedIn(reply, isKept) {
    keep.checked = isKept;
    loggedIn(reply);
  },
  showNotice: (noticeText) => update({ notice: noticeText }),
  keeps: () => keep.checked,
  from,
};

/** Loaded if EMAIL_LOGIN is on. */
async function loadEmailLogin(): Promise<void> {
  if (document.getElementById('email-login') === null) return;
  const { handleEmailLogin } = await import('./email-login.ts');
  handleEmailLogin(loginPage);
}

/** While a provider's answer is checked, which may take seconds, nobody logs in another way. */
const lock = (isLocked: boolean): void => {
  const panel = byId('login', HTMLElement);
  panel.inert = isLocked;
  panel.ariaBusy = String(isLocked);
};

async function loadIdentities(): Promise<void> {
  if (!hasProviders) return;
  lock(hasReturned());
  const { handleIdentities } = await import('./identity-login.ts');
  isAsking = await handleIdentities({
    ...loginPage,
    unlock: () => lock(false),
    unverified(address, logIn, isKept, signal) {
      email.value = address;
      keep.checked = isKept;
      showUnverified(logIn, signal);
    },
  });
}

// Loads what few logins need on demand, so that the form can be used sooner.
let passkey: PasskeyLogin | undefined;

/** With PASSKEYS=off, there is no button. If its script does not load, the button stays inactive. */
async function loadPasskeys(): Promise<void> {
  if (!passkeysWork || document.getElementById('passkey-login') === null) return;
  const { handlePasskeyLogin } = await import('./passkey-login.ts');
  passkey = handlePasskeyLogin((reply) => {
    if (reply.ok) return loggedIn(reply);
    if (reply.code === TERMS) update({ notice: termsAsked(), asksForTerms: true });
    else update({ notice: refusalNotice(reply) });
  });
}

/** `logIn`: undefined after a reload, which has lost the password. */
function showUnverified(logIn?: () => Promise<Reply>, signal?: AbortSignal): void {
  const address = email.value.trim();
  showStep('unverified', { email: address });
  byId('goes-on', HTMLElement).hidden = logIn === undefined;
  void import('./unverified.ts').then(({ startWaiting }) => {
    const waiting = { email: address, logIn, keep: keep.checked, ...(signal && { signal }) };
    startWaiting({ ...waiting, loggedIn: continueAgain, toLogin: showLogin }, () => email.value);
  });
}

function showLogin(): void {
  keepStep('login');
  reload();
}

function loggedIn({ data, result }: Reply): void {
  const { refresh_token: refreshToken, user } = data as Tokens & { user: User };
  isAsking = false;
  known = user;
  forgetBegun();
  begin(refreshToken, keep.checked);
  isSayingKept = result === 'deletion_cancelled';
  if (isSayingKept) showPanel('kept');
  else if (result === 'second_factor_setup_required') continueToSection('security');
  else continueJourney();
}

/** The next attempt accepts the terms, as the text above the button says. */
const TERMS = 'terms_not_accepted';
const termsAsked = () => notice(messages.termsNotAccepted, 'neutral');

const storageBlocked = () => notice(messages.storageBlocked, 'danger');

const update = hydrateForm('login-form', LoginForm, {
  // A login that cannot be stored would only end the existing session elsewhere.
  objection: () => (canRemember ? undefined : storageBlocked()),
  async send({ code = '', ...values }) {
    const reply = await call('POST', '/api/login', { body: { ...values, ...(code !== '' && { code }) } });
    await passkey?.tellPasswordManager(reply);
    return reply;
  },
  succeeded: loggedIn,
  refused: ({ code, accountStatus }, { code: _, ...values }) => {
    if (code === TERMS) {
      update({ asksForTerms: true });
      return termsAsked();
    }
    if (code === 'invalid_credentials') password.select();
    if (accountStatus !== 'INACTIVE') return undefined;
    showUnverified(() => call('POST', '/api/login', { body: values }));
    return true;
  },
  stepShown(title, isFirst) {
    const heading = document.querySelector('#login h1');
    if (heading) heading.textContent = title;
    nameInTitle(title);
    keepStep(isFirst ? 'login' : 'second-factor', { email: email.value });
    for (const id of ['register-link', 'with-email', 'providers']) {
      const part = document.getElementById(id);
      if (part) part.hidden = !isFirst;
    }
  },
});
byId('continue', HTMLButtonElement).addEventListener('click', continueJourney);
const earlier = earlierStep();
// An address from a link or another page was not typed.
if (email.value === '') email.value = earlier?.values.email ?? '';
if (earlier?.id === 'second-factor') showNotice('arrival', notice(messages.passwordAgain, 'neutral'));
if (earlier?.id === 'unverified') showUnverified();
whenBegun(continueJourney);
whenKept({ left: () => passkey?.stopAutofill(), shownAgain: checkSession });
if (!canRemember) showNotice('arrival', storageBlocked());
focusFirstField('login-form');
pageIsReady();
void nameWaitingApp();
// The other buttons stay inactive too.
const passkeysLoaded = canRemember ? loadPasskeys() : undefined;
if (canRemember) {
  await loadIdentities();
  await loadEmailLogin();
}
await checkSession();
