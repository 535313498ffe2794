import type { IdentityPage } from '../forms.ts';
import { fill } from '../texts/fill.ts';
import { byId, continueToSection, showPanel } from './page.ts';
import { forgetPendingLink, keepPendingLink, pendingLink } from './pending-link.ts';
import { explain } from './refusals.ts';
import { request, resume, type User } from './session.ts';

/** Links a pending login in this tab, and continues once the user has read the result. */
export async function linkAfterLogin(known: User | undefined, continueJourney: () => void): Promise<void> {
  const pending = pendingLink();
  forgetPendingLink();
  const user = known ?? (await userOfSession());
  if (!pending || !user) return continueJourney();
  const { provider, ticket, email: stated } = pending;
  const { words } = JSON.parse(byId('identity-form', HTMLElement).dataset.page ?? '{}') as IdentityPage;
  const show = (title: string, outcome: string) => {
    showPanel('linked', { title: fill(title, { provider }), outcome });
    byId('linked-continue', HTMLButtonElement).addEventListener('click', continueJourney);
  };
  if (user.email !== stated)
    return show(words.notLinkedTitle, fill(words.otherAccount, { provider, email: user.email, stated }));
  const reply = await request(user, 'POST', '/api/me/identities', { ticket });
  if (reply.ok) return show(words.linkedTitle, fill(words.linked, { service: provider }));
  if (reply.code !== 'fresh_login_required') return show(words.notLinkedTitle, explain(reply));
  // The account page asks for it.
  keepPendingLink(pending);
  continueToSection('security');
}

/** Somebody may have logged in in another tab. */
async function userOfSession(): Promise<User | undefined> {
  const found = await resume();
  return found.state === 'active' ? found.user : undefined;
}
