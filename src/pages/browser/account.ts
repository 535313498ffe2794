import { showInBlocks, startBlocks } from './account/blocks.ts';
import { sayGoodbye } from './account/deletion.ts';
import { showWhetherSetup, startFactorSetup } from './account/factor-setup.ts';
import { showIdentity } from './account/identity.ts';
import { currentOwner, setOwner } from './account/owner.ts';
import { keepUnsavedProfile } from './account/profile.ts';
import { startSections } from './account/sections.ts';
import type { Reply } from './api.ts';
import { whenKept } from './back-button.ts';
import { END_NOTES } from './end-notes.ts';
import { byId, goTo, hidePanels, noteSession, pageIsReady, reload, showPanel } from './page.ts';
import { explain } from './refusals.ts';
import { logOut, resume, type User, whenBegun, whenEnded, whenLookedAgain } from './session.ts';
import { canRemember } from './token-store.ts';

const account = byId('account', HTMLElement);
const loading = byId('loading', HTMLElement);

/** For the login page, which leads back to the section that was open. */
const wanted = () => `account${location.hash}`;

async function open(): Promise<void> {
  const renewal = await resume();
  if (renewal.state === 'none') return goTo('/login', { next: wanted() });
  if (renewal.state === 'unavailable') return showUnavailable(renewal.reply);
  showUser(renewal.user);
  void showWhetherSetup();
  hidePanels();
  noteSession('active');
  loading.hidden = true;
  account.hidden = false;
}

function showUser(user: User): void {
  const isSame = currentOwner()?.id === user.id;
  showIdentity(user);
  // Blocks compare with the user who was shown before, so they come before the owner is replaced.
  showInBlocks(user, isSame);
  setOwner(user);
  // As the default, so that a reset of the form keeps it.
  byId('recent-login-username', HTMLInputElement).defaultValue = user.email;
  byId('recent-login-address', HTMLElement).textContent = user.email;
}

/** Blocks that show lists load them anew with every user that they are given, so they are given none without a reason. */
function isChanged(user: User): boolean {
  const shown = currentOwner();
  const names = ['email', 'full_name', 'phone_number', 'industry', 'profile_image_url', 'role'] as const;
  return !account.hidden && shown?.id === user.id && names.some((name) => shown[name] !== user[name]);
}

/** Hides everything private. With a text, that is shown instead: the next page may be slow to come. */
function hide(text?: string): void {
  hidePanels();
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
  account.hidden = true;
  loading.hidden = false;
  if (text === undefined) return;
  const line = byId('loading-text', HTMLElement);
  line.textContent = text;
  line.className = 'goodbye';
}

function showUnavailable(reply: Reply): void {
  byId('unavailable-reason', HTMLElement).textContent = explain(reply);
  loading.hidden = true;
  showPanel('unavailable');
}

byId('retry', HTMLButtonElement).addEventListener('click', () => {
  // Whether the browser lets anything be stored is found out when a page is loaded.
  if (canRemember) void open();
  else location.reload();
});
byId('log-out', HTMLButtonElement).addEventListener('click', logOut);
whenKept({ left: hide, shownAgain: open });
whenEnded((reason) => {
  if (reason === 'sessionEnded' || reason === 'passwordChanged') keepUnsavedProfile();
  hide(END_NOTES[reason].text);
  // Who has just deleted the account on this page reads what happens next; other tabs go to the login page like with every end.
  if (sayGoodbye()) {
    loading.hidden = true;
    return;
  }
  // Whoever has just chosen a password need not type the address too.
  const email = reason === 'passwordChanged' ? currentOwner()?.email : undefined;
  goTo('/login', { notice: reason, next: wanted(), ...(email !== undefined && { email }) });
});
whenBegun(async () => {
  const renewal = await resume();
  // The same user has logged in again: what is being typed stays.
  if (renewal.state !== 'active' || renewal.user.id !== currentOwner()?.id) reload();
});
whenLookedAgain((user) => {
  if (isChanged(user)) showUser(user);
  void showWhetherSetup();
});
startSections();
startFactorSetup(open);
startBlocks();
pageIsReady();
await open();
