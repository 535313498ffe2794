import { render } from 'preact';
import { fill } from '../texts/fill.ts';
import { AccountPage } from './account/account-page.tsx';
import { currentOwner, setOwner } from './account/owner.ts';
import { pageData, texts } from './account/page-data.ts';
import { keepUnsaved, rememberUnsaved } from './account/unsaved-changes.ts';
import { whenKept } from './back-button.ts';
import { Button } from './components/button.tsx';
import { type NoticeText, notice } from './components/notice.tsx';
import { Panel } from './components/panel.tsx';
import { longDate } from './format-day.ts';
import { byId, continueTo, finishJourney, isAwaited, pageIsReady, reload, rememberSession } from './page.ts';
import { pendingLink } from './pending-link.ts';
import { resumeConfirmation } from './recent-login.ts';
import { explain } from './refusals.ts';
import { end, needsFactorSetup, resume, type User, whenBegun, whenEnded, whenLookedAgain } from './session.ts';
import { SESSION_END_TEXTS } from './session-end-texts.ts';
import { canRemember } from './token-store.ts';

const Unavailable = ({ reason, retry }: { readonly reason: string; readonly retry: () => void }) => (
  <Panel title={texts.account.unavailableTitle} sign="warning">
    <p>{reason}</p>
    <Button mood="main" label={texts.account.retry} run={retry} />
  </Panel>
);

/** Shown after the deletion. `deletesAt` is null if the account is already gone. */
const Farewell = ({ deletesAt }: { readonly deletesAt: string | null }) =>
  deletesAt === null ? (
    <Panel title={texts.deletion.deletedTitle} sign="done">
      <p>{texts.deletion.deleted}</p>
      <a class="button" href={pageData.links.home}>
        {texts.goHome}
      </a>
    </Panel>
  ) : (
    <Panel title={texts.deletion.scheduledTitle} sign="done">
      <p>{fill(texts.deletion.scheduled, { date: longDate(deletesAt) })}</p>
      <a class="button plain" href={pageData.links.login}>
        {texts.actions.login}
      </a>
    </Panel>
  );

interface PageState {
  readonly shows: 'loading' | 'account' | 'unavailable' | 'farewell';
  readonly user?: User | undefined;
  /** SECOND_FACTOR: the account must add a second factor first. */
  readonly mustSetUp: boolean;
  readonly setupDone?: NoticeText | undefined;
  /** The reason why the account cannot be shown. */
  readonly reason: string;
  /** Set after a deletion was requested on this page. Null: the account is gone. */
  readonly deletesAt: string | null;
}

const root = byId('account-page', HTMLElement);
/** The outline drawn by the server. */
const loading = byId('loading', HTMLElement);

let state: PageState = { shows: 'loading', mustSetUp: false, reason: '', deletesAt: null };

/** Updates synchronously: private content must be gone before a browser keeps the page for the Back button. */
function update(change: Partial<PageState>): void {
  state = { ...state, ...change };
  const { shows, user, mustSetUp, setupDone, reason, deletesAt } = state;
  const isShown = shows === 'account';
  loading.hidden = shows !== 'loading';
  if (shows !== 'loading') rememberSession('active');
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
          deleted={showGoodbye}
        />
      )}
    </>,
    root,
  );
}

/** Lets the login page return to the open section. */
const wanted = () => `account${location.hash}`;

async function open(): Promise<void> {
  const renewal = await resume();
  if (renewal.state === 'none') return continueTo('/login', { next: wanted() });
  if (renewal.state === 'unavailable') return update({ shows: 'unavailable', reason: explain(renewal.reply) });
  if (pendingLink()) location.replace('#security');
  setOwner(renewal.user);
  update({ shows: 'account', user: renewal.user, mustSetUp: needsFactorSetup(), setupDone: undefined });
  void resumeConfirmation();
}

function retry(): void {
  // Page load shows whether the browser allows storage.
  if (canRemember) void open();
  else location.reload();
}

function showUser(user: User): void {
  setOwner(user);
  update({ user });
}

/** The session is no longer limited: returns to the waiting application, or continues with the account. */
async function finishSetup(): Promise<void> {
  if (isAwaited()) return finishJourney();
  await open();
  update({ setupDone: notice(texts.factorSetup.done, 'success', true) });
}

/** Shows what happens next in the tab that deleted the account; other tabs go to the login page as after any end. */
function showGoodbye(deletesAt: string | null): void {
  update({ shows: 'farewell', user: undefined, deletesAt });
  end(deletesAt === null ? 'deleted' : 'deletionScheduled');
}

/** True if the user changed: cards reload their lists for every user object they get. */
function isChanged(user: User): boolean {
  const { shows, user: shown } = state;
  const names = ['email', 'full_name', 'phone_number', 'industry', 'profile_image_url', 'role'] as const;
  return shows === 'account' && shown?.id === user.id && names.some((name) => shown[name] !== user[name]);
}

whenKept({ left: () => state.shows !== 'farewell' && update({ shows: 'loading' }), shownAgain: open });
whenEnded((reason) => {
  const owner = currentOwner();
  if (owner && (reason === 'sessionEnded' || reason === 'passwordChanged')) keepUnsaved(owner.id);
  rememberUnsaved({});
  if (state.shows === 'farewell') return;
  update({ shows: 'loading', user: undefined });
  // The next page may take a while.
  const line = byId('loading-text', HTMLElement);
  line.textContent = SESSION_END_TEXTS[reason].text;
  line.className = 'goodbye';
  // After a password change, fills in the address on the login page.
  const email = reason === 'passwordChanged' ? owner?.email : undefined;
  continueTo('/login', { notice: reason, next: wanted(), ...(email !== undefined && { email }) });
});
whenBegun(async () => {
  const renewal = await resume();
  // If the same user has logged in again, what was typed stays.
  if (renewal.state !== 'active' || renewal.user.id !== currentOwner()?.id) reload();
});
whenLookedAgain((user) => {
  if (isChanged(user)) showUser(user);
  update({ mustSetUp: needsFactorSetup() });
});
pageIsReady();
await open();
