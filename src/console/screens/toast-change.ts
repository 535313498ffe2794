import { toast, toastRefusal } from '../components/toasts.tsx';
import type { AdminReply } from './admin-api.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('user');

/** Conflicts that a concurrent change does not explain. */
const OTHER_CONFLICTS = ['last_administrator', 'phone_number_taken'];

/** Shows the result of a change; for a conflict, that another person has changed the account. */
export function toastChange(reply: AdminReply<unknown>, text: string, undo?: () => Promise<void>): void {
  if (reply.ok) toast(text, { undo });
  else if (reply.code === 'too_many_emails') toast(texts.tooManyEmails, { mood: 'danger' });
  else if (reply.status === 409 && !OTHER_CONFLICTS.includes(reply.code)) toast(texts.changed, { mood: 'neutral' });
  else toastRefusal(reply);
}
