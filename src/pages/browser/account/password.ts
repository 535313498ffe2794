import { codeStep } from '../code-step.ts';
import { handleForm } from '../forms.ts';
import { byId, messages } from '../page.ts';
import { end, logInQuietly } from '../session.ts';
import type { Block } from './block.ts';
import { type FormRow, handleFormRow } from './form-row.ts';
import { currentOwner, requestAsOwner } from './owner.ts';
import { CHANGE_PASSWORD, isInSight } from './sections.ts';
import { readSecurity, type Security, whenSecurityRead } from './security.ts';

let isLoggedInAgain = false;
let passwordRow: FormRow | undefined;

/** Password managers, and links from elsewhere, name the form itself. */
function openIfNamed(): void {
  if (location.hash === CHANGE_PASSWORD) passwordRow?.open();
}

/** An account with an app has to log in anew after a change: the code that the change took works once. */
function showLead({ totp }: Pick<Security, 'totp'>): void {
  const { lead = '', leadWithApp = '' } = byId('password-form', HTMLFormElement).dataset;
  byId('password-lead', HTMLElement).textContent = totp ? leadWithApp : lead;
}

async function readIfShown(): Promise<void> {
  if (isInSight('security')) await readSecurity();
}

export const password: Block = {
  id: 'password',
  start() {
    passwordRow = handleFormRow('password', () => {
      // A reload would open the form again.
      if (location.hash === CHANGE_PASSWORD) history.replaceState(null, '', '#security');
    });
    addEventListener('hashchange', openIfNamed);
    addEventListener('hashchange', () => void readIfShown());
    whenSecurityRead(showLead);
    const form = byId('password-form', HTMLFormElement);
    // Asked for where the account has an authenticator app, once the passwords are right.
    const step = codeStep(form, 'password-code');
    form.addEventListener('reset', step.hide);
    handleForm(form.id, {
      async send({ current_password, new_password = '', code = '' }) {
        const passwords = { current_password, new_password, ...(code !== '' && { code }) };
        const reply = await requestAsOwner('POST', '/api/change-password', passwords);
        const email = currentOwner()?.email ?? '';
        // A change ends every session, this one too; whoever has just chosen the password need not type it again.
        isLoggedInAgain = reply.ok && (await logInQuietly(email, new_password)).ok;
        return reply;
      },
      succeeded() {
        if (!isLoggedInAgain) return end('passwordChanged');
        passwordRow?.close();
        passwordRow?.tell(messages.passwordChangedHere, 'success');
      },
      refused: step.refused,
    });
  },
  show({ email }, isSame) {
    // As the default, so that a reset of the form keeps it.
    byId('username', HTMLInputElement).defaultValue = email;
    // The owner is set after all blocks have been shown.
    queueMicrotask(() => void readIfShown());
    // The account is shown after all blocks have been, and what is hidden takes no focus.
    if (!isSame) queueMicrotask(openIfNamed);
  },
};
