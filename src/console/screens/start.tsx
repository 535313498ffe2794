import { render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { setOwner } from '../../pages/browser/account/owner.ts';
import type { Reply } from '../../pages/browser/api.ts';
import { closeDialogs, Dialogs } from '../../pages/browser/components/dialog.tsx';
import { hasReturned } from '../../pages/browser/identity-flow.ts';
import {
  addressOf,
  byId,
  carried,
  continueTo,
  navigate,
  pageIsReady,
  reload,
  rememberSession,
  withQuery,
} from '../../pages/browser/page.ts';
import { explain } from '../../pages/browser/refusals.ts';
import { needsFactorSetup, resume, type User, whenBegun, whenEnded } from '../../pages/browser/session.ts';
import { canRemember } from '../../pages/browser/token-store.ts';
import { Gate, type GateState } from '../components/gate.tsx';
import { Sidebar } from '../components/sidebar.tsx';
import { Toasts } from '../components/toasts.tsx';
import { letIn, whenAnswered } from './admin-api.ts';
import { startRouter } from './router.ts';
import { loadScreens, ShownScreen } from './shown-screen.tsx';
import { common } from './texts.ts';

/**
 * Renders the console. Until an administrator is logged in, the requests of the screen wait, so it shows outlines.
 */
function start(): void {
  const root = byId('console', HTMLElement);
  root.replaceChildren();
  startRouter();
  render(<Console />, root);
  pageIsReady();
  const endScreen = () => {
    closeDialogs();
    render(null, root);
  };
  // The back/forward cache must not show the page after a logout.
  addEventListener('pagehide', endScreen);
  addEventListener('pageshow', ({ persisted }) => persisted && reload());
  whenEnded((reason) => {
    endScreen();
    if (reason === 'loggedOut') continueTo('/login', { notice: reason });
    else continueToLogin({ notice: reason });
  });
}

function Console() {
  const [user, setUser] = useState<User>();
  const [gate, setGate] = useState<GateState>();

  async function enter(): Promise<void> {
    const renewal = await resume();
    if (renewal.state === 'none') return continueToLogin();
    if (renewal.state === 'unavailable') {
      const retry = () => (canRemember ? enter() : location.reload());
      return setGate({ kind: 'unavailable', reason: explain(renewal.reply), retry });
    }
    const { user: found } = renewal;
    setOwner(found);
    setUser(found);
    if (found.role !== 'ADMIN') return setGate({ kind: 'not-admin', email: found.email });
    if (needsFactorSetup()) return setGate({ kind: 'factor-needed', email: found.email });
    setGate(undefined);
    rememberSession('active');
    letIn();
    void loadScreens();
    if (hasReturned()) void import('../../pages/browser/recent-login.ts').then((loaded) => loaded.resumeConfirmation());
  }
  useEffect(() => {
    if (gate) rememberSession('active');
  }, [gate]);
  // A layout effect, so that the request starts before the first paint.
  useLayoutEffect(() => void enter(), []);
  // Another, so that no tab's message is missed between rendering and listening.
  useLayoutEffect(() => {
    if (!user) return;
    whenBegun(async () => {
      const renewal = await resume();
      if (renewal.state !== 'active' || renewal.user.id !== user.id) reload();
    });
    // The role or the second-factor policy may change while the page is open.
    whenAnswered(({ status, code }: Reply) => {
      if (status !== 403) return;
      if (code === 'second_factor_setup_required') setGate({ kind: 'factor-needed', email: user.email });
      else if (code === 'admin_required') setGate({ kind: 'not-admin', email: user.email });
    });
  }, [user?.id]);
  return (
    <>
      <a class="skip-link floating" href="#main">
        {common.skip}
      </a>
      <div class="console" data-gate={gate?.kind}>
        <Sidebar admin={user} />
        <main class="screen" id="main" tabIndex={-1}>
          {gate ? <Gate gate={gate} returnQuery={returningHere()} /> : <ShownScreen />}
        </main>
      </div>
      <Toasts />
      <Dialogs />
    </>
  );
}

/** Lets the login or account page lead back to this screen and its filters. */
function returningHere(): string {
  const filters = new URLSearchParams(location.search);
  filters.delete('lang');
  const query = new URLSearchParams(carried);
  query.set('return_to', withQuery(location.pathname, filters.toString()));
  return query.toString();
}

const continueToLogin = (note: Readonly<Record<string, string>> = {}): void =>
  navigate(addressOf('/login', returningHere(), note));

/** Administrators see the console in place of the page for a mistyped address; for others, that page stays. */
async function replacePage(): Promise<void> {
  const renewal = await resume();
  if (renewal.state === 'active' && renewal.user.role === 'ADMIN' && !needsFactorSetup()) {
    const root = document.createElement('div');
    root.id = 'console';
    document.body.className = 'console-page';
    document.body.replaceChildren(root, byId('recent-login', HTMLElement));
    start();
  } else {
    pageIsReady();
    rememberSession('none');
  }
}

if (document.getElementById('console')) start();
else void replacePage();
