import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { explain } from '../refusals.ts';
import { post } from './admin-api.ts';
import { dialogActions, showDialog } from './dialog.ts';
import { element } from './element.ts';
import { languageChoices, selectField } from './select-field.ts';
import { toast } from './toast.ts';
import { common, wordsOf } from './words.ts';

const words = wordsOf('users');

const FIELDS = [
  { name: 'full_name', label: words.fullName, type: 'text' },
  { name: 'email', label: words.email, type: 'email' },
  { name: 'phone_number', label: words.phone, type: 'tel' },
  { name: 'industry', label: words.industry, type: 'text' },
] as const;

/** Asks for what an account needs, and invites its owner. `languages` are those that the e-mail can be in; none when there is only one. */
export function openInvitation(languages: readonly string[], invited: () => void): void {
  const problem = element('p', { className: 'error small', attributes: { role: 'alert' } });
  const fields = FIELDS.map((field) => makeField(field));
  const choices = makeChoices(languages);
  const submit = element('button', { className: 'button', type: 'submit' }, words.send);
  const cancel = { className: 'button plain', type: 'button', on: { click: () => dialog.close() } } as const;
  const form = element(
    'form',
    { noValidate: true },
    fields.map(({ root }) => root),
    choices.whole,
    problem,
    dialogActions(element('button', cancel, common.cancel), submit),
  );
  const dialog = showDialog({ title: words.inviteTitle, lead: words.inviteLead, content: form });

  const send = async () => {
    submit.disabled = true;
    const values = Object.fromEntries(fields.map(({ name, input }) => [name, input.value.trim()]));
    const reply = await post<{ readonly email: string }>('/api/admin/users', { ...values, ...choices.values() });
    submit.disabled = false;
    if (reply.ok) {
      dialog.close();
      toast(fill(words.sent, { email: reply.data.email }));
      return invited();
    }
    if (reply.code === 'cancelled') return;
    const reason = explain(reply as unknown as Reply);
    const wrong = fields.find(({ name }) => name === reply.field);
    for (const field of fields) field.tell(field === wrong ? reason : '');
    problem.textContent = wrong ? '' : reason;
    wrong?.input.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
}

/** The role, with a warning beside that of administrators, and the language. */
function makeChoices(languages: readonly string[]) {
  const roles = [
    ['USER', common.accounts.user],
    ['ADMIN', common.accounts.admin],
  ] as const;
  const role = selectField('invite-role', words.role, roles);
  const hint = element('p', { className: 'hint small soft', id: 'invite-role-hint', attributes: { role: 'status' } });
  role.field.setAttribute('aria-describedby', hint.id);
  role.whole.append(hint);
  role.field.addEventListener('change', () => {
    hint.textContent = role.field.value === 'ADMIN' ? words.inviteAdminHint : '';
  });
  const own = languages.find((language) => language === document.documentElement.lang);
  const language = selectField('invite-language', words.inviteLanguage, languageChoices(languages), own);
  return {
    whole: [role.whole, languages.length > 0 && language.whole],
    values: () => ({ role: role.field.value, ...(languages.length > 0 && { language: language.field.value }) }),
  };
}

function makeField({ name, label, type }: (typeof FIELDS)[number]) {
  const error = element('p', { className: 'error small', id: `invite-${name}-error`, attributes: { role: 'alert' } });
  const input = element('input', {
    id: `invite-${name}`,
    name,
    type,
    autocomplete: 'off',
    required: true,
    aria: { describedby: error.id },
  });
  return {
    name,
    input,
    root: element('div', { className: 'field' }, element('label', { htmlFor: input.id }, label), input, error),
    tell(reason: string) {
      error.textContent = reason;
      input.setAttribute('aria-invalid', String(reason !== ''));
    },
  };
}
