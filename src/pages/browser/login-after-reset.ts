import type { Agreement } from '../forms.ts';
import { call, type Reply } from './api.ts';
import { LoginSteps } from './forms/login-steps.tsx';
import { mountForm } from './hydrate-form.ts';
import { byId, navigate, showPanel } from './page.ts';
import { takeUpLogin } from './session.ts';
import { canRemember } from './token-store.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Logs in with the new password. Undefined if the page does not know whose it is, or cannot remember a session. */
export const logIn = async (credentials: Credentials, values: object = {}): Promise<Reply | undefined> =>
  canRemember && credentials.email !== ''
    ? takeUpLogin(call('POST', '/api/login', { body: { ...credentials, ...values } }))
    : undefined;

/** Continues after the first attempt to log in, with a code and new terms if needed; `otherwise` if nobody is in. */
export function continueLogin(first: Reply | undefined, credentials: Credentials, otherwise: () => void): void {
  // The login page continues every journey of somebody who is logged in.
  const finish = ({ result }: Reply): void => {
    if (result === 'deletion_cancelled') showPanel('kept');
    else navigate(byId('to-login', HTMLAnchorElement).href);
  };
  if (first?.ok) finish(first);
  else if (first?.code === 'terms_not_accepted' || first?.secondFactors.includes('totp'))
    askMore(first, credentials, finish);
  else otherwise();
}

function askMore(first: Reply, credentials: Credentials, succeeded: (reply: Reply) => void): void {
  const root = byId('login-steps', HTMLElement);
  let answered: Reply | undefined = first;
  mountForm(root, LoginSteps, {
    id: 'login-steps-form',
    newTerms: JSON.parse(root.dataset.terms ?? 'null') as Agreement | null,
    async send({ code = '', ...values }) {
      const reply = answered ?? (await logIn(credentials, { ...values, ...(code !== '' && { code }) }));
      answered = undefined;
      return reply ?? first;
    },
    succeeded,
  });
  showPanel('second-step');
  byId('login-steps-form', HTMLFormElement).requestSubmit();
}
