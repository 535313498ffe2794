import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import type { EmailLoginPage } from '../forms.ts';
import { call, type Reply } from './api.ts';
import { type BegunEmailLogin, begunEmailLogin, forgetEmailLogin, storeEmailLogin } from './begun-email-login.ts';
import { type NoticeText, notice, refusalNotice } from './components/notice.tsx';
import { recordSent, secondsToWait } from './email-allowance.ts';
import { problemOf } from './form-fields.ts';
import { EmailForm } from './forms/email-form.tsx';
import { EmailLoginForm } from './forms/login-steps.tsx';
import { mountForm } from './hydrate-form.ts';
import { offerMailbox } from './mail-provider.ts';
import { byId, showPanel } from './page.ts';
import { tooManyAttempts } from './refusals.ts';

/** What the login page offers to other kinds of login. */
export interface LoginPage {
  /** The address field of the login form. */
  readonly email: HTMLInputElement;
  readonly loggedIn: (reply: Reply, keep: boolean) => void;
  /** Shows a message on the login form. */
  readonly showNotice: (noticeText: NoticeText) => void;
  readonly keeps: () => boolean;
  /** The address of the page. */
  readonly from: string;
}

/** Makes the button work that sends a code; `sent` continues. */
export function offerEmailCode(
  { email, showNotice, keeps, from }: Omit<LoginPage, 'loggedIn'>,
  sent: (login: BegunEmailLogin) => void,
): void {
  const begin = byId('email-login', HTMLButtonElement);
  begin.disabled = false;
  begin.addEventListener('click', async () => {
    const address = email.value.trim();
    if (problemOf(email) !== '') {
      showNotice(notice(begin.dataset.addressFirst ?? '', 'neutral'));
      return email.focus();
    }
    const wait = secondsToWait('login_code', address);
    if (wait > 0) return showNotice(notice(tooManyAttempts(wait), 'danger'));
    begin.disabled = true;
    const reply = await call('POST', '/api/login/email', { body: { email: address } });
    begin.disabled = false;
    if (!reply.ok) return showNotice(refusalNotice(reply));
    recordSent('login_code', address);
    sent(begun(reply, { email: address, from, keep: keeps() }));
  });
}

function begun(
  { data }: Reply,
  { email, from, keep }: Pick<BegunEmailLogin, 'email' | 'from' | 'keep'>,
): BegunEmailLogin {
  const { request } = data as { readonly request: string };
  const login = { request, email, from, keep, untilMs: Date.now() + lifetimeMs('login_code') };
  storeEmailLogin(login);
  return login;
}

/** The button of the login page, and the steps after a code was sent. */
export function handleEmailLogin(page: LoginPage): void {
  const root = byId('email-code-form', HTMLElement);
  const { words, newTerms } = JSON.parse(root.dataset.page ?? '{}') as EmailLoginPage;
  function show(login: BegunEmailLogin): void {
    let { request } = login;
    showPanel('email-code', { email: login.email });
    offerMailbox(login.email);
    mountForm(root, EmailLoginForm, {
      words,
      newTerms,
      send: ({ login_code = '', code = '', ...values }) => {
        const body = { ...values, request, code: login_code, ...(code !== '' && { second_factor: code }) };
        return call('POST', '/api/login/email/confirm', { body });
      },
      succeeded(reply) {
        forgetEmailLogin();
        page.loggedIn(reply, login.keep);
      },
    });
    mountForm(byId('email-code-again', HTMLElement), EmailForm, {
      id: 'email-code-again-form',
      kind: 'login_code' as const,
      label: words.again,
      variant: 'plain' as const,
      sentText: words.sentAgain,
      emailOf: () => login.email,
      succeeded: (reply) => {
        request = begun(reply, login).request;
      },
    });
    if (login.code === undefined) return;
    byId('login_code', HTMLInputElement).value = login.code;
    byId('email-login-form', HTMLFormElement).requestSubmit();
  }

  offerEmailCode(page, show);
  byId('email-code-back', HTMLButtonElement).addEventListener('click', () => {
    forgetEmailLogin();
    showPanel('login');
  });

  const waiting = begunEmailLogin('sessionStorage');
  // Another tab may have finished it.
  if (!waiting || !begunEmailLogin('localStorage')) return;
  const { code: _, ...kept } = waiting;
  storeEmailLogin(kept);
  show(waiting);
}
