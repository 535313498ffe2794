import { fill } from '../../texts/fill.ts';
import type { Reply } from '../api.ts';
import { explain } from '../refusals.ts';
import { post } from './admin-api.ts';
import { dialogActions, showDialog } from './dialog.ts';
import { element } from './element.ts';
import { toast } from './toast.ts';
import { common, wordsOf } from './words.ts';

const words = wordsOf('users');

const FIELDS = [
  { name: 'full_name', label: words.fullName, type: 'text' },
  { name: 'email', label: words.email, type: 'email' },
  { name: 'phone_number', label: words.phone, type: 'tel' },
  { name: 'industry', label: words.industry, type: 'text' },
] as const;

/** Asks for what an account needs, and invites its owner. */
export function openInvitation(invited: () => void): void {
  const problem = element('p', { className: 'error small', attributes: { role: 'alert' } });
  const fields = FIELDS.map((field) => makeField(field));
  const submit = element('button', { className: 'button', type: 'submit' }, words.send);
  const cancel = { className: 'button plain', type: 'button', on: { click: () => dialog.close() } } as const;
  const form = element(
    'form',
    { noValidate: true },
    fields.map(({ root }) => root),
    problem,
    dialogActions(element('button', cancel, common.cancel), submit),
  );
  const dialog = showDialog({ title: words.inviteTitle, lead: words.inviteLead, content: form });

  const send = async () => {
    submit.disabled = true;
    const values = Object.fromEntries(fields.map(({ name, input }) => [name, input.value.trim()]));
    const reply = await post<{ readonly email: string }>('/api/admin/users', values);
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
