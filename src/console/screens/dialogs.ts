import { refusal } from '../../pages/browser/api.ts';
import { currentSessionId } from '../../pages/browser/session.ts';
import { toastRefusal } from '../components/toasts.tsx';
import type { Refused } from './admin-api.ts';
import type { Confirmation } from './form-dialogs.tsx';
import { common } from './texts.ts';

/**
 * A part that most visits of the console do not need, as the forms. It cannot be loaded while the service is away, or
 * when another version has taken its place: that is said, and nothing is done.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  try {
    return await load();
  } catch {
    toastRefusal(refusal('unreachable') as Refused);
    return undefined;
  }
}

/** Asks, and resolves with whether the answer was yes. */
export async function confirmed(question: Confirmation): Promise<boolean> {
  const part = await loadPart(() => import('./form-dialogs.tsx'));
  return (await part?.confirmed(question)) ?? false;
}

/** Before a session is ended: it may be the one of this page. */
export const isSureToEnd = async (session: string): Promise<boolean> => {
  const { endOwnTitle: title, endOwnLead: lead, endOwn: action } = common.accounts;
  return session !== currentSessionId() || confirmed({ title, lead, action, isDangerous: true });
};
