import { render } from 'preact';
import { AccountPage } from './account/account-page.tsx';
import { currentOwner, setOwner } from './account/owner.ts';
import { texts } from './account/page-data.ts';
import { Farewell, Unavailable } from './account/panels.tsx';
import { keepUnsaved, noteUnsaved } from './account/unsaved-changes.ts';
import { whenKept } from './back-button.ts';
import { type Said, say } from './components/notice.tsx';
import { byId, goOn, goTo, isAwaited, noteSession, pageIsReady, reload } from './page.ts';
import { pendingLink } from './pending-link.ts';
import { resumeConfirmation } from './recent-login.ts';
import { explain } from './refusals.ts';
import { end, needsFactorSetup, resume, type User, whenBegun, whenEnded, whenLookedAgain } from './session.ts';
import { SESSION_END_TEXTS } from './session-end-texts.ts';
import { canRemember } from './token-store.ts';

interface PageState {
  readonly shows: 'loading' | 'account' | 'unavailable' | 'farewell';
  readonly user?: User | undefined;
  /** SECOND_FACTOR: nothing works before the account has one. */
  readonly mustSetUp: boolean;
  readonly setupDone?: Said | undefined;
  /** Why the account cannot be shown. */
  readonly reason: string;
  /** When the deletion was asked for on this page. Null: it is done. */
  readonly deletesAt: string | null;
}

const root = byId('account-page', HTMLElement);
/** The outline that the server has drawn. */
const loading = byId('loading', HTMLElement);

let state: PageState = { shows: 'loading', mustSetUp: false, reason: '', deletesAt: null };

/** At once: what is private must be gone before a browser keeps the page for the Back button. */
function update(change: Partial<PageState>): void {
  state = { ...state, ...change };
  const { shows, user, mustSetUp, setupDone, reason, deletesAt } = state;
  const isShown = shows === 'account';
  loading.hidden = shows !== 'loading';
  if (shows !== 'loading') noteSession('active');
  render(
    <>
      {shows === 'unavailable' && <Unavailable reason={reason} retry={retry} />}
      {shows === 'farewell' && <Farewell deletesAt={deletesAt} />}
      {user && (
        <AccountPage
          key={user.id}
          isShown={isShown}
          user={user}
          mustSetUp={mustSetUp}
          setupDone={setupDone}
          showUser={showUser}
          finishSetup={finishSetup}
          deleted={sayGoodbye}
        />
      )}
    </>,
    root,
  );
}

/** For the login page, which leads back to the section that was open. */
const wanted = () => `account${location.hash}`;

async function open(): Promise<void> {
  const renewal = await resume();
  if (renewal.state === 'none') return goTo('/login', { next: wanted() });
  if (renewal.state === 'unavailable') return update({ shows: 'unavailable', reason: explain(renewal.reply) });
  if (pendingLink()) location.replace('#security');
  setOwner(renewal.user);
  update({ shows: 'account', user: renewal.user, mustSetUp: needsFactorSetup(), setupDone: undefined });
  void resumeConfirmation();
}

function retry(): void {
  // Whether the browser lets anything be stored is found out when a page is loaded.
  if (canRemember) void open();
  else location.reload();
}

function showUser(user: User): void {
  setOwner(user);
  update({ user });
}

/** The session may do everything now: back to the application that waits, or on with the account. */
async function finishSetup(): Promise<void> {
  if (isAwaited()) return goOn();
  await open();
  update({ setupDone: say(texts.factorSetup.done, 'success', true) });
}

/**
 * Who has just deleted the account on this page reads what happens next; other tabs go to the login page like with
 * every end.
 */
function sayGoodbye(deletesAt: string | null): void {
  update({ shows: 'farewell', user: undefined, deletesAt });
  end(deletesAt === null ? 'deleted' : 'deletionScheduled');
}

/**
 * Cards that show lists load them anew with every user that they are given, so they are given none without a reason.
 */
function isChanged(user: User): boolean {
  const { shows, user: shown } = state;
  const names = ['email', 'full_name', 'phone_number', 'industry', 'profile_image_url', 'role'] as const;
  return shows === 'account' && shown?.id === user.id && names.some((name) => shown[name] !== user[name]);
}

whenKept({ left: () => state.shows !== 'farewell' && update({ shows: 'loading' }), shownAgain: open });
whenEnded((reason) => {
  const owner = currentOwner();
  if (owner && (reason === 'sessionEnded' || reason === 'passwordChanged')) keepUnsaved(owner.id);
  noteUnsaved({});
  if (state.shows === 'farewell') return;
  update({ shows: 'loading', user: undefined });
  // The next page may be slow to come.
  const line = byId('loading-text', HTMLElement);
  line.textContent = SESSION_END_TEXTS[reason].text;
  line.className = 'goodbye';
  // After choosing a password, the address need not be typed too.
  const email = reason === 'passwordChanged' ? owner?.email : undefined;
  goTo('/login', { notice: reason, next: wanted(), ...(email !== undefined && { email }) });
});
whenBegun(async () => {
  const renewal = await resume();
  // The same user has logged in again: what is being typed stays.
  if (renewal.state !== 'active' || renewal.user.id !== currentOwner()?.id) reload();
});
whenLookedAgain((user) => {
  if (isChanged(user)) showUser(user);
  update({ mustSetUp: needsFactorSetup() });
});
pageIsReady();
await open();
