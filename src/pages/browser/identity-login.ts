import type { IdentityPage } from '../forms.ts';
import { fill } from '../texts/fill.ts';
import { call, type Reply } from './api.ts';
import { notice, refusalNotice } from './components/notice.tsx';
import type { LoginPage } from './email-login.ts';
import { nested, sentValues } from './field-values.ts';
import { IdentityRegisterForm } from './forms/identity-register-form.tsx';
import { IdentityLoginForm } from './forms/login-steps.tsx';
import { mountForm } from './hydrate-form.ts';
import {
  type BegunIdentity,
  beginIdentity,
  finishBegun,
  offerProviders,
  rememberUsed,
  unfinishedNotice,
} from './identity-flow.ts';
import { interruptJourney } from './interrupted-journey.ts';
import { byId, nameInTitle, readPageData, reload, withQuery } from './page.ts';
import { earlierStep, keepStep, restoreTyped, showStep } from './page-state.ts';
import { keepPendingLink, type PendingLink, pendingLink } from './pending-link.ts';
import { isForApp, withWaitingApp } from './waiting-app.ts';

interface Proven {
  readonly ticket: string;
  readonly next: 'login' | 'register' | 'link';
  readonly email: string | null;
  readonly full_name: string | null;
}

interface Login extends LoginPage {
  /** The page is locked while a provider's answer is checked. */
  readonly unlock: () => void;
  /** The account is unverified; `logIn` tries again until the signal. */
  readonly unverified: (email: string, logIn: () => Promise<Reply>, keep: boolean, signal: AbortSignal) => void;
}

const form = (): HTMLElement => byId('identity-form', HTMLElement);
const pageOf = (): IdentityPage => JSON.parse(form().dataset.page ?? '{}') as IdentityPage;

/**
 * The buttons of the login page, and the steps after a provider has confirmed the user. Resolves to true if this page
 * shows such a step.
 */
export async function handleIdentities(login: Login): Promise<boolean> {
  const { words } = pageOf();
  offerProviders(login);
  const askToLink = ({ email, provider }: Omit<PendingLink, 'untilMs'>) => {
    login.email.value = email;
    byId('password', HTMLInputElement).focus();
    login.showNotice(notice(fill(words.linkFirst, { provider, email }), 'neutral'));
  };
  const finished = await finishBegun().finally(login.unlock);
  const pending = pendingLink();
  const earlier = earlierStep();
  if (!finished && pending) askToLink(pending);
  else if (!finished && earlier?.id === 'identity')
    login.showNotice(notice(fill(words.expired, earlier.values), 'neutral'));
  if (!finished) return false;
  const { begun, reply } = finished;
  if (!reply.ok) {
    const isClosed = reply.code === 'registration_closed';
    const closed = () => notice(fill(words.closed, { provider: begun.name }), 'neutral');
    login.showNotice(isClosed ? closed() : unfinishedNotice(begun, reply, words));
    return false;
  }
  const { next, ticket, email } = reply.data as Proven;
  if (next === 'link') {
    const found = { ticket, provider: begun.name, email: email ?? '' };
    keepPendingLink(found);
    askToLink(found);
    return false;
  }
  continueWith(login, begun, reply.data as Proven);
  return true;
}

function continueWith(login: Login, begun: BegunIdentity, proven: Proven): void {
  const { words } = pageOf();
  showStep('identity', { provider: begun.name });
  nameInTitle(fill(words.title, { provider: begun.name }));
  const back = (from: string) => {
    keepStep('login');
    // Restores the address, which may differ only in its fragment, and reloads the page.
    history.replaceState(null, '', from);
    reload();
  };
  byId('identity-back', HTMLButtonElement).addEventListener('click', () => back(login.from));
  byId('log-in-and-link', HTMLButtonElement).addEventListener('click', () =>
    back(withQuery(location.pathname, location.search.slice(1), { next: 'account#security' })),
  );
  if (proven.next === 'login') enter(login, begun, proven);
  else register(login, begun, proven);
}

function enter(login: Login, begun: BegunIdentity, proven: Proven): void {
  const { name, provider, keep } = begun;
  const { ticket, email } = proven;
  const logIn = (values: object = {}) => call('POST', '/api/login/identity', { body: { ...values, ticket } });
  mountForm(form(), IdentityLoginForm, {
    newTerms: pageOf().newTerms,
    send: ({ code = '', ...values }) => logIn({ ...values, ...(code !== '' && { code }) }),
    succeeded(reply) {
      rememberUsed(provider);
      login.loggedIn(reply, keep === true);
    },
    refused({ accountStatus }) {
      if (accountStatus !== 'INACTIVE') return undefined;
      const waiting = new AbortController();
      login.unverified(email ?? '', logIn, keep === true, waiting.signal);
      byId('wrong-address', HTMLElement).hidden = false;
      const change = () => {
        waiting.abort();
        showStep('identity', { provider: name });
        register(login, begun, proven);
      };
      byId('change-address', HTMLButtonElement).addEventListener('click', change, { once: true });
      return true;
    },
  });
  byId('identity-login-form', HTMLFormElement).requestSubmit();
}

function register(login: Login, begun: BegunIdentity, proven: Proven): void {
  const { words, agreement } = pageOf();
  const { fields } = readPageData();
  const { email, ticket, full_name } = proven;
  let chosen = email;
  const instead = byId('identity-instead', HTMLElement);
  instead.hidden = false;
  mountForm(form(), IdentityRegisterForm, {
    words,
    agreement,
    email,
    provider: begun.name,
    send(values) {
      chosen = values.email ?? email;
      return call('POST', withWaitingApp('/api/register/identity'), {
        body: { ...nested(sentValues(values, fields)), ticket },
        withCookies: isForApp,
      });
    },
    succeeded() {
      instead.hidden = true;
      interruptJourney('account_verification', (chosen ?? '').toLowerCase());
      enter(login, begun, { ...proven, email: chosen });
    },
    async beginAgain() {
      const { provider, name, keep = false } = begun;
      const refused = await beginIdentity({ provider, name, keep, from: login.from });
      return refused && refusalNotice(refused);
    },
  });
  restoreTyped(byId('identity-register-form', HTMLFormElement), { full_name: full_name ?? '' });
}
