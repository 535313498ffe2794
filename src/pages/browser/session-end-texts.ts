import { messages } from './page.ts';
import { suspended } from './refusals.ts';
import type { EndReason } from './tabs.ts';

/** The texts for a session that has ended. */
export const SESSION_END_TEXTS: Readonly<
  Record<EndReason, { readonly text: string; readonly mood: 'danger' | 'success' }>
> = {
  loggedOut: { text: messages.loggedOut, mood: 'success' },
  passwordChanged: { text: messages.passwordChanged, mood: 'success' },
  sessionEnded: { text: messages.sessionEnded, mood: 'danger' },
  deleted: { text: messages.deleted, mood: 'success' },
  deletionScheduled: { text: messages.deletionScheduled, mood: 'success' },
  suspended: { text: suspended(), mood: 'danger' },
};
