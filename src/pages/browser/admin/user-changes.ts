import { useState } from 'preact/hooks';
import type { AdminReply, Refused } from './admin-api.ts';
import { toast, toastRefusal } from './components/toasts.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('user');

/** For what is done with the account that the screen shows. */
export interface UserChanges {
  /** Says what came of it, and shows the account as it is now. `undo` takes it back. */
  done(reply: AdminReply<unknown>, text: string, undo?: () => Promise<string | undefined>): Promise<void>;
  /** Shows the account as it is now. */
  readonly refresh: () => Promise<void>;
  /** Says that the account is deleted. */
  readonly setDeleted: (text: string) => void;
  readonly deleted: string | undefined;
}

export function useUserChanges(refresh: () => Promise<void>): UserChanges {
  const [deleted, setDeleted] = useState<string>();
  return {
    deleted,
    setDeleted,
    refresh,
    async done(reply, text, undo) {
      if (reply.ok) toast(text, { undo });
      else tellRefusal(reply);
      await refresh();
    },
  };
}

/** Somebody else may have been quicker: the account is shown as it is now, and that says it. */
function tellRefusal(reply: Refused): void {
  if (reply.code === 'too_many_emails') toast(texts.tooManyEmails, { mood: 'danger' });
  else if (reply.status === 409 && reply.code !== 'last_administrator') toast(texts.changed, { mood: 'neutral' });
  else toastRefusal(reply);
}
