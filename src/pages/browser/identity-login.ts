import type { IdentityPage, PageData } from '../forms.ts';
import { fill } from '../texts/fill.ts';
import { call, type Reply } from './api.ts';
import { type Said, say, sayRefusal } from './components/notice.tsx';
import { nested, sentValues } from './components/own-fields.tsx';
import { IdentityLoginForm } from './forms/login-steps.tsx';
import { IdentityRegisterForm } from './forms/register-form.tsx';
import { drawForm } from './hydrate-form.ts';
import {
  type BegunIdentity,
  beginIdentity,
  finishBegun,
  lastUsed,
  rememberUsed,
  sayUnfinished,
} from './identity-flow.ts';
import { byId, metadata, nameInTitle, showPanel } from './page.ts';
import { isForApp, withWaitingApp } from './waiting-app.ts';

interface Proven {
  readonly ticket: string;
  readonly next: 'login' | 'register' | 'link';
  readonly email: string | null;
  readonly full_name: string | null;
}

interface Login {
  readonly loggedIn: (reply: Reply, keep: boolean) => void;
  /** On the form of the login. */
  readonly tell: (said: Said) => void;
  /** The account waits for its verification. */
  readonly unverified: (email: string) => void;
  readonly keeps: () => boolean;
}

export interface IdentityLogin {
  /** Goes on with what has come back from a provider; false: nothing has. */
  finish(): Promise<boolean>;
  /** After a login in the usual way: links what was to be linked. */
  link(accessToken: string): Promise<void>;
}

/** The buttons of the login page, and what follows once a provider has confirmed somebody. */
export function handleIdentities(login: Login): IdentityLogin {
  const { page = '{}' } = byId('identity', HTMLElement).dataset;
  const { words, agreement, newTerms } = JSON.parse(page) as IdentityPage;
  const { own } = JSON.parse(metadata('page')) as PageData;
  let toLink: Proven | undefined;

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-provider]')) {
    const { provider = '', name = '' } = button.dataset;
    const note = button.nextElementSibling;
    if (provider === lastUsed() && note instanceof HTMLElement) note.hidden = false;
    button.disabled = false;
    button.addEventListener('click', async () => {
      button.disabled = true;
      const refused = await beginIdentity({ provider, name, keep: login.keeps() });
      if (refused) login.tell(sayRefusal(refused));
      button.disabled = false;
    });
  }
  // The Back button may show the page as it was left.
  addEventListener('pageshow', () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-provider]')) button.disabled = false;
  });

  const form = (): HTMLElement => byId('identity-form', HTMLElement);

  function enter({ provider, keep }: BegunIdentity, { ticket, email }: Proven): void {
    drawForm(form(), IdentityLoginForm, {
      newTerms,
      send: ({ code = '', ...values }) =>
        call('POST', '/api/login/identity', { body: { ...values, ticket, ...(code !== '' && { code }) } }),
      succeeded(reply) {
        rememberUsed(provider);
        login.loggedIn(reply, keep === true);
      },
      refused({ accountStatus }) {
        if (accountStatus !== 'INACTIVE') return undefined;
        login.unverified(email ?? '');
        return true;
      },
    });
    byId('identity-login-form', HTMLFormElement).requestSubmit();
  }

  function register(begun: BegunIdentity, proven: Proven): void {
    const { email, ticket, full_name } = proven;
    let chosen = email;
    drawForm(form(), IdentityRegisterForm, {
      words,
      agreement,
      email,
      send(values) {
        chosen = values.email ?? email;
        return call('POST', withWaitingApp('/api/register/identity'), {
          body: { ...nested(sentValues(values, own)), ticket },
          withCookies: isForApp,
        });
      },
      succeeded: () => enter(begun, { ...proven, email: chosen }),
    });
    const name = byId('full_name', HTMLInputElement);
    name.value = full_name ?? '';
    name.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return {
    async finish() {
      const finished = await finishBegun();
      if (!finished) return false;
      const { begun, reply } = finished;
      if (!reply.ok) {
        const isClosed = reply.code === 'registration_closed';
        const closed = () => say(fill(words.closed, { provider: begun.name }), 'neutral');
        login.tell(isClosed ? closed() : sayUnfinished(begun, reply, words));
        return false;
      }
      const proven = reply.data as Proven;
      if (proven.next === 'link') {
        toLink = proven;
        const email = proven.email ?? '';
        byId('email', HTMLInputElement).value = email;
        login.tell(say(fill(words.linkFirst, { provider: begun.name, email }), 'neutral'));
        return false;
      }
      showPanel('identity', { provider: begun.name });
      nameInTitle(fill(words.title, { provider: begun.name }));
      if (proven.next === 'login') enter(begun, proven);
      else register(begun, proven);
      return true;
    },
    async link(token) {
      if (!toLink) return;
      const { ticket } = toLink;
      toLink = undefined;
      await call('POST', '/api/me/identities', { token, body: { ticket } });
    },
  };
}
