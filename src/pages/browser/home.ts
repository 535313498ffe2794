import { whenKept } from './back-button.ts';
import { initialsOf } from './components/initials.ts';
import { byId, hidePanels, pageIsReady, showPanel } from './page.ts';
import { logOut, resume, whenBegun, whenEnded } from './session.ts';

async function greet(): Promise<boolean> {
  const renewal = await resume();
  if (renewal.state !== 'active') return false;
  const { full_name: name, email } = renewal.user;
  byId('initials', HTMLElement).textContent = initialsOf(name);
  showPanel('signed-in', { name, email });
  return true;
}

byId('log-out', HTMLButtonElement).addEventListener('click', logOut);
whenEnded(() => showPanel('welcome'));
whenBegun(() => void greet());
whenKept({
  left: hidePanels,
  shownAgain: async () => {
    if (!(await greet())) showPanel('welcome');
  },
});
pageIsReady();
await greet();
