import { refusal } from '../../pages/browser/api.ts';
import { currentSessionId } from '../../pages/browser/session.ts';
import { toastRefusal } from '../components/toasts.tsx';
import type { Refused } from './admin-api.ts';
import type { Confirmation } from './form-dialogs.tsx';
import { common } from './texts.ts';

/**
 * Loads code that most visits do not need, such as forms. Shows a message and resolves to undefined if the service is
 * unreachable or has been upgraded.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  try {
    return await load();
  } catch {
    toastRefusal(refusal('unreachable') as Refused);
    return undefined;
  }
}

export async function confirmed(question: Confirmation): Promise<boolean> {
  const part = await loadPart(() => import('./form-dialogs.tsx'));
  return (await part?.confirmed(question)) ?? false;
}

/** Invites people or creates an account, and then calls `refresh`. */
export async function invite(refresh: () => Promise<void>): Promise<void> {
  const part = await loadPart(() => import('./invite-user.tsx'));
  if (await part?.inviteUser()) await refresh();
}

/** Asks for confirmation if the session is the one of this page. */
export const isSureToEnd = async (session: string): Promise<boolean> => {
  const { endOwnTitle: title, endOwnLead: lead, endOwn: action } = common.accounts;
  return session !== currentSessionId() || confirmed({ title, lead, action, isDangerous: true });
};
