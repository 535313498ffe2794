import { fill } from '../texts/fill.ts';
import { call, type Reply } from './api.ts';
import { EmailForm } from './forms/email-form.tsx';
import { ButtonForm } from './forms/link-forms.tsx';
import { hydrateForm } from './hydrate-form.ts';
import { appWaitsHere, takeUpJourney } from './interrupted-journey.ts';
import { offerMailbox } from './mail-provider.ts';
import { judge, openMailedLink, takeMailedLink } from './mailed-link.ts';
import { byId, fillIn, navigate, pageIsReady, showPanel } from './page.ts';
import { earlierStep, keepStep, showStep } from './page-state.ts';
import { whenBegun } from './session.ts';
import { tellTabs } from './tabs.ts';

const PURPOSE = 'account_verification';
const link = takeMailedLink();
const { token } = link;
const email = link.email || (earlierStep()?.values.email ?? '');
takeUpJourney(PURPOSE, email);

/** The reasons of the panel for a link that does not work. */
const DEAD: readonly string[] = ['expired', 'broken', 'gone'];
function showDeadLink(reason: string): void {
  for (const text of document.querySelectorAll<HTMLElement>('#dead-link [data-reason]')) {
    text.hidden = text.dataset.reason !== reason;
  }
  byId('email', HTMLInputElement).value = email;
  updateResend();
  showPanel('dead-link');
  keepStep(reason, { email });
}

let isVerified = false;

function showDone({ result }: Reply): void {
  isVerified = true;
  showStep(result === 'already_verified' ? 'already' : 'verified', { email });
  if (waiting && !appWaitsHere(email)) offerApp(waiting);
  tellTabs({ kind: 'verified', email });
}

/** The app for which the user registered, perhaps on another device. */
interface WaitingApp {
  readonly name: string;
  readonly continue_at: string;
}
let waiting: WaitingApp | null = null;

/** The app's login leads back here with its name, so this device need not remember anything. */
function offerApp({ name, continue_at }: WaitingApp): void {
  byId('to-app', HTMLAnchorElement).href = continue_at;
  showPanel('for-app', { app: name });
}

/** The account has no password to log in with. */
function offerProvider(provider: string): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#verified [data-provider]')];
  const button = buttons.find((button) => button.dataset.provider === provider);
  if (!button) return;
  const toLogin = byId('to-login', HTMLElement);
  toLogin.hidden = true;
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const { beginIdentity } = await import('./identity-flow.ts');
    const { href = '' } = toLogin.querySelector('a') ?? {};
    const { name = '' } = button.dataset;
    // The login page continues, or reports that the provider is unavailable.
    if (await beginIdentity({ provider, name, from: href })) navigate(href);
    button.disabled = false;
  });
}

// The tab that registered has logged in.
whenBegun(() => {
  if (isVerified) showPanel('logged-in');
});

function refused({ status, code }: Reply): true | undefined {
  if (code === 'account_not_active') showStep('suspended', { email });
  else if (code === 'already_verified') showStep('already', { email });
  else if (code === 'user_not_found') showStep('declined', { email });
  else if (status >= 400 && status < 500) showDeadLink(code === 'invalid_token' ? judgedNow() : 'broken');
  else return undefined;
  return true;
}

hydrateForm('verify-form', ButtonForm, {
  send: () => call('POST', '/api/verify', { token }),
  succeeded: showDone,
  refused,
});
hydrateForm('decline-form', ButtonForm, {
  send: () => call('POST', '/api/verify/decline', { token }),
  succeeded: () => showStep('declined', { email }),
  refused,
});
const updateResend = hydrateForm('resend-form', EmailForm, {
  emailOf: () => byId('email', HTMLInputElement).value,
  succeeded: () => {
    byId('resent', HTMLElement).hidden = false;
    offerMailbox(byId('email', HTMLInputElement).value);
  },
});

/** The link may expire while the page is open. */
function judgedNow(): 'expired' | 'broken' {
  return judge(token, PURPOSE) === 'expired' ? 'expired' : 'broken';
}

interface Details {
  readonly full_name: string;
  readonly created_at: string;
  readonly app: WaitingApp | null;
  readonly provider: string | null;
}

/** Lets people distinguish their own registration from one that somebody else made with their address. */
function showRegistration({ full_name: name, created_at, app, provider }: Details): void {
  waiting = app;
  if (provider !== null) offerProvider(provider);
  const date = new Date(created_at).toLocaleString(document.documentElement.lang, {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const registration = byId('registration', HTMLElement);
  registration.textContent = fill(registration.dataset.text ?? '', { name, date });
}

if (email !== '') fillIn(byId('confirm', HTMLElement), { email });
const opened = await openMailedLink({
  ...{ token, email, purpose: PURPOSE, details: '/api/verify/details', ask: 'confirm' },
  refused: (reply) => refused(reply) === true,
  show: (id) => (DEAD.includes(id) ? showDeadLink(id) : showStep(id, { email })),
});
if (opened?.ok) showRegistration(opened.data as Details);
pageIsReady();
