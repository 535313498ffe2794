import { toast, toastRefusal } from '../components/toasts.tsx';
import type { AdminReply } from './admin-api.ts';
import { textsOf } from './texts.ts';

const texts = textsOf('user');

/** Refusals with this status that are not about what somebody else has done to the account. */
const OTHER_CONFLICTS = ['last_administrator', 'phone_number_taken'];

/**
 * Says what came of a change. Somebody else may have been quicker: the account is shown as it is now, and that says it.
 */
export function toastChange(reply: AdminReply<unknown>, text: string, undo?: () => Promise<void>): void {
  if (reply.ok) toast(text, { undo });
  else if (reply.code === 'too_many_emails') toast(texts.tooManyEmails, { mood: 'danger' });
  else if (reply.status === 409 && !OTHER_CONFLICTS.includes(reply.code)) toast(texts.changed, { mood: 'neutral' });
  else toastRefusal(reply);
}
